const PLACES = [
  ...["Harbor Lane", "Rosewood", "Silver Oak", "Blue Heron", "Maple Street", "Northgate"],
  ...["Cedar Hill", "Juniper", "Old Mill", "Lakeside", "Summit", "Bramble & Finch"],
  ...["Kingfisher", "Stonebridge", "Willow Creek", "Fourth Avenue", "Prairie", "Larkspur"],
  ...[
    "Coastline",
    "Two Rivers",
    "Ironwood",
    "Meadowbrook",
    "Sandpiper",
    "High Street",
    "Tidewater",
  ],
];
const TRADES = [
  ...["Dental", "Veterinary Clinic", "Bakery", "Yoga", "Hardware", "Books", "Physiotherapy"],
  ...["Bicycles", "Catering Ltd", "Florists", "Coffee Roasters", "Music School"],
];
/** Names as clients have them: in other scripts, long, with signs. */
const OTHERS = [
  "Müller & Söhne Sanitär GmbH",
  "Café Zoë",
  "The Society for the Preservation of Covered Bridges and Historic Ferries of New England",
  "Boulangerie L’Épi d’Or",
  "Łódzka Pracownia Szkła",
  "Студия «Белая линия»",
  "مكتبة النخيل",
  "Ψαροταβέρνα Ο Γλάρος",
  "בית קפה הגן",
  "Ærø Keramik ApS",
  "Կիլիկիա Հրատարակչություն",
  "ღვინის სახლი",
  "Őrségi Pékség Kft.",
  "O’Neill, D’Angelo, Fitzgerald-Hughes & Partners (Chartered Surveyors) LLP",
];

/** Different names of this many clients, in the same order every time. */
export function clientNames(count: number): string[] {
  const names = TRADES.flatMap((trade) => PLACES.map((place) => `${place} ${trade}`));
  // Spread over the list, some of them where there is most to do.
  for (const [index, name] of OTHERS.entries()) names.splice(12 + index * 17, 0, name);
  return names.slice(0, count);
}
