import type { Random } from "../../mint";
import type { Person } from "../names";

const FIRST =
  "Aroha Tāne Mere Wiremu Hana Rangi Kahurangi Manaia Tama Ngaio Anahera Hēmi Mārama Hone Kiri Moana Tipene Ataahua Nīkau Maia Sione Mele Tavita Losa Olivia Jack Charlotte Liam Isla George Harriet Angus Priya Arjun Wei Min-ji Fatima Hamish Fergus Eilidh".split(
    " ",
  );

/** Each is used once, so that a name is evidence. */
const LAST = [
  ...["Paki", "Rewi", "Heke", "Hēnare", "Hohepa", "Kereama", "Matene", "Rāpata", "Tāmihana"],
  ...["Pēwhairangi", "Rangihuna", "Tāwhiri", "Te Ahu", "Te Whata", "Te Rangi", "Waitoa", "Ngāpō"],
  ...["Parāone", "Hākaraia", "Pōtae", "Manihera", "Wharepapa", "Horomona", "Tūrei", "Kawhia"],
  ...["Tuilagi", "Faleolo", "Tupou", "Vaka", "Lātū", "Fonoti", "Leota", "Taufa", "Sopoaga"],
  ...["Williams", "Thompson", "Campbell", "Mackenzie", "Robertson", "Fraser", "McLeod", "Sinclair"],
  ...[
    "Gillespie",
    "Hargreaves",
    "Whitaker",
    "Pemberton",
    "Ashdown",
    "Blackie",
    "Cargill",
    "Dunbar",
  ],
  ...[
    "O'Connor",
    "Fitzpatrick",
    "Gallagher",
    "Macandrew",
    "Ross",
    "Burnside",
    "Lyttelton",
    "Petrie",
  ],
  ...["Singh", "Patel", "Kaur", "Sharma", "Chen", "Li", "Wang", "Nguyen", "Kim", "Tanaka"],
  ...["Van der Berg", "Müller", "Jovanović", "Kovačić", "Sørensen", "Rossi", "Santos", "Haddad"],
];

/** Of the United States and Australia, who pay in their own money. */
const ABROAD = {
  USD: ["Dana Whitfield", "Marcus Okafor", "Elena Castillo", "Joel Bergmann", "Ruth Kessler"],
  AUD: ["Bronte Callaghan", "Lachlan Dimitriou", "Matilda Nguyen-Hale"],
} as const;

/** Shops and lodgings that buy on account. */
const FIRMS = [
  "Rātā Gift Store Limited",
  "Moana Café",
  "Pōhutukawa Lodge",
  "Kererū Books Limited",
  "Tūī Street Florist",
  "Waka Outdoors Limited",
  "Southern Lakes Guesthouse",
  "Koru Interiors Limited",
  "Harbour View Motel",
  "Matariki Early Learning Trust",
];

export interface Buyers {
  persons: Person[];
  firms: Person[];
  abroad: Record<keyof typeof ABROAD, Person[]>;
}

/** All customers in a fixed order; about a third are written otherwise in the books, most of those without macrons. */
export function makeBuyers(random: Random): Buyers {
  const persons = random.shuffle(LAST).map((last, index) => {
    const first = random.pick(FIRST);
    return person(`${first} ${last}`, writtenAs(first, last, index));
  });
  const firms = random.shuffle(FIRMS).map((name, index) => ({
    name,
    email: `accounts@${plain(name)
      .toLowerCase()
      .replace(/[^a-z]/g, "")}.example`,
    inBooks: index % 3 === 0 ? plain(name).replace(/ Limited$/, " Ltd") : name,
    company: true,
  }));
  const abroad = {
    USD: ABROAD.USD.map((name) => person(name)),
    AUD: ABROAD.AUD.map((name) => person(name)),
  };
  return { persons, firms, abroad };
}

function person(name: string, inBooks = name): Person {
  const email = `${plain(name)
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ".")}@example.com`;
  return { name, email, inBooks, company: false };
}

function writtenAs(first: string, last: string, index: number): string {
  switch (index % 12) {
    case 1:
    case 7:
      return plain(`${first} ${last}`);
    case 4:
      return `${first.slice(0, 1)} ${last}`;
    case 10:
      return `${last}, ${first}`;
    default:
      return `${first} ${last}`;
  }
}

/** Without macrons and other marks, as many programs store a name. */
function plain(text: string): string {
  return text
    .replaceAll("ø", "o")
    .normalize("NFD")
    .replace(/[\u0300-\u036f']/g, "");
}
