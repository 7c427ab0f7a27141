import type { DateFormat } from "@/lib/format-date";

/** Where the ledger says that a company is. */
export interface CompanyPlace {
  /** ISO 3166-1 alpha-2; empty where it isn't known. */
  country: string;
  /** The state or province, as the address has it: "CA", "NSW". Empty where it isn't known. */
  region: string;
  /** An IANA name that the ledger states; empty where it states none. */
  timeZone: string;
}

const words = (text: string) => text.split(/\s+/);

/** Month first, also in the territories of the United States. */
const MONTH_FIRST = new Set(words("US PR GU VI AS MP UM FM MH PW PH"));

/** Year first: ISO 8601 is the national order. */
const YEAR_FIRST = new Set(words("CA CN HU JP KP KR LT MN SE TW"));

/** The order in which a country writes a day; null for an unknown one. */
export function dateFormatOf(country: string): DateFormat | null {
  if (countryName(country) === null) return null;
  if (MONTH_FIRST.has(country)) return "MM-DD-YYYY";
  return YEAR_FIRST.has(country) ? "YYYY-MM-DD" : "DD-MM-YYYY";
}

const EUROPEAN_UNION =
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK";

const TAX_NAMES: ReadonlyMap<string, string> = new Map([
  ...words(
    `${EUROPEAN_UNION} GB IM NO IS CH LI ZA AE SA BH OM KE NG GH TZ UG ZM TH VN UA RS PH`,
  ).map((country) => [country, "VAT"] as const),
  ...words("AU NZ IN SG").map((country) => [country, "GST"] as const),
  ["CA", "GST/HST"],
  ["US", "Sales tax"],
]);

/** What a country calls its tax on sales; "Tax" where it has another name, or the country isn't known. */
export function taxNameOf(country: string): string {
  return TAX_NAMES.get(country) ?? "Tax";
}

/** Whether each receipt needs a tax code: in the United States QuickBooks finds the rate itself. */
export function isTaxAsked({
  country,
  chargesTax,
}: {
  country: string;
  chargesTax: boolean;
}): boolean {
  return chargesTax && country !== "US";
}

/** Of countries with several zones, the one that most of its companies keep, or by state and province. */
const ZONES: Readonly<Record<string, { usual: string; regions?: Record<string, string> }>> = {
  US: {
    usual: "America/New_York",
    regions: {
      ...regionsOf(
        "America/New_York",
        "CT DC DE FL GA KY MA MD ME NC NH NJ NY OH PA RI SC VA VT WV",
      ),
      ...regionsOf("America/Chicago", "AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI"),
      ...regionsOf("America/Denver", "CO MT NM UT WY"),
      ...regionsOf("America/Los_Angeles", "CA NV OR WA"),
      ...{ AZ: "America/Phoenix", ID: "America/Boise", IN: "America/Indiana/Indianapolis" },
      ...{ MI: "America/Detroit", AK: "America/Anchorage", HI: "Pacific/Honolulu" },
      ...{ PR: "America/Puerto_Rico", VI: "America/St_Thomas", GU: "Pacific/Guam" },
    },
  },
  CA: {
    usual: "America/Toronto",
    regions: {
      ...regionsOf("America/Toronto", "ON QC NU"),
      ...{ BC: "America/Vancouver", AB: "America/Edmonton", SK: "America/Regina" },
      ...{ MB: "America/Winnipeg", NB: "America/Moncton", NS: "America/Halifax" },
      ...{ PE: "America/Halifax", NL: "America/St_Johns", YT: "America/Whitehorse" },
      NT: "America/Edmonton",
    },
  },
  AU: {
    usual: "Australia/Sydney",
    regions: {
      ...{ NSW: "Australia/Sydney", ACT: "Australia/Sydney", VIC: "Australia/Melbourne" },
      ...{ QLD: "Australia/Brisbane", SA: "Australia/Adelaide", WA: "Australia/Perth" },
      ...{ TAS: "Australia/Hobart", NT: "Australia/Darwin" },
    },
  },
  BR: {
    usual: "America/Sao_Paulo",
    regions: {
      ...{ AM: "America/Manaus", RR: "America/Boa_Vista", RO: "America/Porto_Velho" },
      ...{ AC: "America/Rio_Branco", MT: "America/Cuiaba", MS: "America/Campo_Grande" },
      ...regionsOf("America/Fortaleza", "CE MA PI RN PB"),
      ...{ BA: "America/Bahia", PE: "America/Recife", AL: "America/Maceio", PA: "America/Belem" },
    },
  },
  MX: {
    usual: "America/Mexico_City",
    regions: {
      ...{ BC: "America/Tijuana", BCN: "America/Tijuana", SON: "America/Hermosillo" },
      ...{ BCS: "America/Mazatlan", SIN: "America/Mazatlan", ROO: "America/Cancun" },
    },
  },
  CL: { usual: "America/Santiago" },
  CN: { usual: "Asia/Shanghai" },
  CY: { usual: "Asia/Nicosia" },
  DE: { usual: "Europe/Berlin" },
  ES: { usual: "Europe/Madrid" },
  ID: { usual: "Asia/Jakarta" },
  MY: { usual: "Asia/Kuala_Lumpur" },
  NZ: { usual: "Pacific/Auckland" },
  PT: { usual: "Europe/Lisbon" },
  UA: { usual: "Europe/Kyiv" },
};

/** Countries with one zone. */
const ONE_ZONE: Readonly<Record<string, string>> = {
  ...{ GB: "Europe/London", IM: "Europe/Isle_of_Man", JE: "Europe/Jersey", GG: "Europe/Guernsey" },
  ...{ IE: "Europe/Dublin", FR: "Europe/Paris", BE: "Europe/Brussels", NL: "Europe/Amsterdam" },
  ...{ LU: "Europe/Luxembourg", CH: "Europe/Zurich", LI: "Europe/Vaduz", AT: "Europe/Vienna" },
  ...{ IT: "Europe/Rome", MT: "Europe/Malta", DK: "Europe/Copenhagen", SE: "Europe/Stockholm" },
  ...{ NO: "Europe/Oslo", FI: "Europe/Helsinki", IS: "Atlantic/Reykjavik", PL: "Europe/Warsaw" },
  ...{
    CZ: "Europe/Prague",
    SK: "Europe/Bratislava",
    HU: "Europe/Budapest",
    SI: "Europe/Ljubljana",
  },
  ...{ HR: "Europe/Zagreb", RS: "Europe/Belgrade", RO: "Europe/Bucharest", BG: "Europe/Sofia" },
  ...{ GR: "Europe/Athens", EE: "Europe/Tallinn", LV: "Europe/Riga", LT: "Europe/Vilnius" },
  ...{ TR: "Europe/Istanbul", IL: "Asia/Jerusalem", AE: "Asia/Dubai", SA: "Asia/Riyadh" },
  ...{ BH: "Asia/Bahrain", OM: "Asia/Muscat", QA: "Asia/Qatar", KW: "Asia/Kuwait" },
  ...{ IN: "Asia/Kolkata", LK: "Asia/Colombo", NP: "Asia/Kathmandu", PK: "Asia/Karachi" },
  ...{ BD: "Asia/Dhaka", TH: "Asia/Bangkok", VN: "Asia/Ho_Chi_Minh", SG: "Asia/Singapore" },
  ...{ HK: "Asia/Hong_Kong", TW: "Asia/Taipei", JP: "Asia/Tokyo", KR: "Asia/Seoul" },
  ...{ PH: "Asia/Manila", ZA: "Africa/Johannesburg", NG: "Africa/Lagos", GH: "Africa/Accra" },
  ...{ KE: "Africa/Nairobi", UG: "Africa/Kampala", TZ: "Africa/Dar_es_Salaam" },
  ...{ ZM: "Africa/Lusaka", EG: "Africa/Cairo", MA: "Africa/Casablanca", MU: "Indian/Mauritius" },
  ...{ CO: "America/Bogota", PE: "America/Lima", UY: "America/Montevideo" },
  ...{ CR: "America/Costa_Rica", PA: "America/Panama", JM: "America/Jamaica" },
  ...{ PR: "America/Puerto_Rico", BS: "America/Nassau", BB: "America/Barbados" },
  ...{ TT: "America/Port_of_Spain", GU: "Pacific/Guam", FJ: "Pacific/Fiji" },
};

/**
 * The time zone of a company: what the ledger states, else its state or province, the country's only one, the user's own
 * where the country has it, or what most of its companies keep. Null for a country that isn't listed.
 * @param own the user's, null where they chose none
 */
export function timeZoneOf({ country, region, timeZone }: CompanyPlace, own: string | null) {
  if (isZone(timeZone)) return timeZone;
  const { usual = ONE_ZONE[country], regions = {} } = ZONES[country] ?? {};
  const ofRegion = regions[region.trim().toUpperCase()];
  if (ofRegion) return ofRegion;
  if (own !== null && Object.values(regions).includes(own)) return own;
  return usual ?? null;
}

/** In English; null for what isn't a country's code. */
export function countryName(country: string): string | null {
  if (!/^[A-Z]{2}$/.test(country) || country === UNKNOWN) return null;
  return new Intl.DisplayNames("en", { type: "region", fallback: "none" }).of(country) ?? null;
}

/** How books say that they name no country. */
const UNKNOWN = "ZZ";

function regionsOf(zone: string, regions: string): Record<string, string> {
  return Object.fromEntries(words(regions).map((region) => [region, zone]));
}

/** A place: an offset or an abbreviation has no summer time. */
function isZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z_]+\/[A-Za-z_/+-]+$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
