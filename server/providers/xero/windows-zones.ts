/** Places by Windows' names of their zones without spaces, as Xero states them (unicode.org/cldr, windowsZones). */
const PLACES = `
AFGHANISTAN Asia/Kabul
ALASKAN America/Anchorage
ALEUTIAN America/Adak
ALTAI Asia/Barnaul
ARABIAN Asia/Dubai
ARABIC Asia/Baghdad
ARAB Asia/Riyadh
ARGENTINA America/Buenos_Aires
ASTRAKHAN Europe/Astrakhan
ATLANTIC America/Halifax
AUSCENTRAL Australia/Darwin
AUSCENTRALW Australia/Eucla
AUSEASTERN Australia/Sydney
AZERBAIJAN Asia/Baku
AZORES Atlantic/Azores
BAHIA America/Bahia
BANGLADESH Asia/Dhaka
BELARUS Europe/Minsk
BOUGAINVILLE Pacific/Bougainville
CANADACENTRAL America/Regina
CAPEVERDE Atlantic/Cape_Verde
CAUCASUS Asia/Yerevan
CENAUSTRALIA Australia/Adelaide
CENTRALAMERICA America/Guatemala
CENTRALASIA Asia/Bishkek
CENTRALBRAZILIAN America/Cuiaba
CENTRALEUROPEAN Europe/Warsaw
CENTRALEUROPE Europe/Budapest
CENTRALPACIFIC Pacific/Guadalcanal
CENTRAL America/Chicago
CENTRAL(MEXICO) America/Mexico_City
CHATHAMISLANDS Pacific/Chatham
CHINA Asia/Shanghai
CUBA America/Havana
EAFRICA Africa/Nairobi
EASTERISLAND Pacific/Easter
EASTERN America/New_York
EASTERN(MEXICO) America/Cancun
EAUSTRALIA Australia/Brisbane
EEUROPE Europe/Chisinau
EGYPT Africa/Cairo
EKATERINBURG Asia/Yekaterinburg
ESOUTHAMERICA America/Sao_Paulo
FIJI Pacific/Fiji
FLE Europe/Kiev
GEORGIAN Asia/Tbilisi
GMT Europe/London
GREENLAND America/Godthab
GREENWICH Atlantic/Reykjavik
GTB Europe/Bucharest
HAITI America/Port-au-Prince
HAWAIIAN Pacific/Honolulu
INDIA Asia/Calcutta
IRAN Asia/Tehran
ISRAEL Asia/Jerusalem
JORDAN Asia/Amman
KALININGRAD Europe/Kaliningrad
KAMCHATKA Asia/Kamchatka
KOREA Asia/Seoul
LIBYA Africa/Tripoli
LINEISLANDS Pacific/Kiritimati
LORDHOWE Australia/Lord_Howe
MAGADAN Asia/Magadan
MAGALLANES America/Punta_Arenas
MARQUESAS Pacific/Marquesas
MAURITIUS Indian/Mauritius
MIDDLEEAST Asia/Beirut
MONTEVIDEO America/Montevideo
MOROCCO Africa/Casablanca
MOUNTAIN America/Denver
MOUNTAIN(MEXICO) America/Mazatlan
MYANMAR Asia/Rangoon
NAMIBIA Africa/Windhoek
NCENTRALASIA Asia/Novosibirsk
NEPAL Asia/Katmandu
NEWFOUNDLAND America/St_Johns
NEWZEALAND Pacific/Auckland
NORFOLK Pacific/Norfolk
NORTHASIAEAST Asia/Irkutsk
NORTHASIA Asia/Krasnoyarsk
NORTHKOREA Asia/Pyongyang
OMSK Asia/Omsk
PACIFICSA America/Santiago
PACIFIC America/Los_Angeles
PACIFIC(MEXICO) America/Tijuana
PAKISTAN Asia/Karachi
PARAGUAY America/Asuncion
QYZYLORDA Asia/Qyzylorda
ROMANCE Europe/Paris
RUSSIAN Europe/Moscow
SAEASTERN America/Cayenne
SAINTPIERRE America/Miquelon
SAKHALIN Asia/Sakhalin
SAMOA Pacific/Apia
SAOTOME Africa/Sao_Tome
SAPACIFIC America/Bogota
SARATOV Europe/Saratov
SAWESTERN America/La_Paz
SEASIA Asia/Bangkok
SINGAPORE Asia/Singapore
SOUTHAFRICA Africa/Johannesburg
SOUTHSUDAN Africa/Juba
SRILANKA Asia/Colombo
SUDAN Africa/Khartoum
SYRIA Asia/Damascus
TAIPEI Asia/Taipei
TASMANIA Australia/Hobart
TOCANTINS America/Araguaina
TOKYO Asia/Tokyo
TOMSK Asia/Tomsk
TONGA Pacific/Tongatapu
TRANSBAIKAL Asia/Chita
TURKEY Europe/Istanbul
TURKSANDCAICOS America/Grand_Turk
ULAANBAATAR Asia/Ulaanbaatar
USEASTERN America/Indianapolis
USMOUNTAIN America/Phoenix
VENEZUELA America/Caracas
VLADIVOSTOK Asia/Vladivostok
VOLGOGRAD Europe/Volgograd
WAUSTRALIA Australia/Perth
WCENTRALAFRICA Africa/Lagos
WESTASIA Asia/Tashkent
WESTBANK Asia/Hebron
WESTPACIFIC Pacific/Port_Moresby
WEUROPE Europe/Berlin
WMONGOLIA Asia/Hovd
YAKUTSK Asia/Yakutsk
YUKON America/Whitehorse
`;

/** Names without "standard time". */
const OTHERS = {
  RUSSIATIMEZONE3: "Europe/Samara",
  RUSSIATIMEZONE10: "Asia/Srednekolymsk",
  RUSSIATIMEZONE11: "Asia/Kamchatka",
  UTC: "Etc/UTC",
  "UTC+12": "Pacific/Tarawa",
  "UTC+13": "Pacific/Fakaofo",
  UTC02: "Atlantic/South_Georgia",
  UTC08: "Pacific/Pitcairn",
  UTC09: "Pacific/Gambier",
  UTC11: "Pacific/Pago_Pago",
};

const ZONES: ReadonlyMap<string, string> = new Map([
  ...PLACES.trim()
    .split("\n")
    .map((row) => row.split(" ") as [string, string]),
  ...Object.entries(OTHERS),
]);

/** The IANA name of a zone; empty for a name that isn't known. */
export function ianaZone(windowsName: string): string {
  return ZONES.get(windowsName.replace("STANDARDTIME", "")) ?? "";
}
