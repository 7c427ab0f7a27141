import type { Random } from "../mint";

/** A customer as named by the processor and by the bookkeeper. */
export interface Person {
  name: string;
  email: string;
  inBooks: string;
  company: boolean;
}

const FIRST =
  "James Mary Robert Patricia Michael Jennifer David Linda Elena Carlos Priya Wei Fatima Noah Olivia Liam Emma Sofia Lucas Hannah Daniel Aisha Kenji Ingrid Marco Chloé Zoë José André Renée".split(
    " ",
  );

// Every surname is used once, so that a name is evidence.
const LAST =
  "Abernathy Bellweather Castellanos Dombrowski Eriksen Fairweather Gallagher Hathaway Iwasaki Jankowski Kowalczyk Lindqvist Montenegro Nakamura Okonkwo Petrov Quintero Rasmussen Sandoval Thackeray Underhill Vasquez Whitfield Xanthos Yamamoto Zielinski Ashworth Blackwood Carmichael Delacroix Eastwick Fitzgerald Greenwood Hollister Ivanova Johansson Kavanagh Lockhart Mackenzie Northcott Ostrowski Pemberton Rutherford Silverstein Tremblay Ulrich Valentine Wetherby Yoshida Zimmermann Archambault Birnbaum Calloway Drummond Ellsworth Fontaine Guerrero Haverford Ingersoll Jefferies Kingsley Longfellow Merriweather Nightingale Oyelaran Prescott Radcliffe Somerville Tannenbaum Upadhyay Villanueva Worthington Appleby Bancroft Chatterjee Devereaux Eklund Featherstone Goldschmidt Hawthorne Ibarra Jorgensen Kaczmarek Lancaster Moriarty Nordstrom Obermeyer Pfeiffer Ravenscroft Stavros Thorvaldsen Ustinov Vandermeer Winterbourne Yilmaz Zapata Ambrose Brannigan Czerny Dubois Etxeberria Fenwick Giordano Huxley Isherwood Janowitz Kettering Llewellyn Mbeki Novak Oduya Papadopoulos Reinholt Sørensen Tchaikovsky Uribe Vukovic Wójcik Müller Núñez Gómez Björk Čapek Łukasik Strauß Ferrari Adeyemi Balakrishnan Cunningham D'Angelo Engström O'Shaughnessy Przybylski Szymański Aldridge Barrington Cavendish Dunleavy Easterbrook Farnsworth Gainsborough Holloway Inglewood Jessup Kirkpatrick Lattimore Mossberg Naismith Oglethorpe Partridge Quigley Rosenthal Sutherland Trelawney Umberto Van-Houten Wakefield Yarborough Zuckerman Agnelli Beaumont Castillo Dietrich Escobar Farouk Ganesan Hoffmann Idowu Jaramillo Kobayashi Leclerc Marchetti Nwosu Olofsson Pellegrini Raghunathan Sakamoto Takahashi Urbanski Villeneuve Wasserman Xavier Yancey Zabala Akhtar Bergström Cardoso Dlamini Espinoza Fujimoto Grünwald Hakimi Ibrahim Jensen Kaplan Lombardi Mahmoud Nakagawa Osei Pacheco Rostova Suzuki Tadesse Ueda Vargas Wickham Yamazaki Zaman".split(
    " ",
  );

const FIRMS = [
  "Alpine Dental Group LLC",
  "Blue Heron Design, Inc.",
  "Cascade Roofing LLC",
  "Driftwood Coffee Roasters Inc.",
  "Evergreen Landscaping LLC",
  "Foxglove Florists",
  "Granite State Plumbing Co.",
  "Harborview Architects LLP",
  "Ironclad Security Systems Inc.",
  "Juniper & Sage Catering",
  "Kestrel Analytics GmbH",
  "Lakeshore Veterinary Clinic PLLC",
  "Meridian Freight Forwarding Inc.",
  "Northwind Traders",
  "Orchid Bay Hospitality Group International Holdings LLC",
  "Pinecrest Montessori School",
  "Quarry Hill Brewing Co.",
  "Redwood Valley Physical Therapy",
  "Summit Bookkeeping Partners LLC",
  "Tidewater Marine Supply Inc.",
  "Umbra Photography Studio",
  "Velvet Antler Clothing LLC",
  "Willow Creek Farms",
  "Yellowtail Sushi Bar",
  "Zephyr Cycling Club",
  "Société Générale de Menuiserie",
];

/** All customers in a fixed order; about a third are written differently in the books. */
export function makePeople(random: Random): { persons: Person[]; firms: Person[] } {
  const persons = random.shuffle(LAST).map((last, index) => {
    const first = random.pick(FIRST);
    const name = `${first} ${last}`;
    const email = `${plain(first)}.${plain(last)}@example.com`.toLowerCase();
    return { name, email, inBooks: writtenAs(first, last, index), company: false };
  });
  const firms = random.shuffle(FIRMS).map((name, index) => ({
    name,
    email: `accounts@${plain(name)
      .toLowerCase()
      .replace(/[^a-z]/g, "")
      .slice(0, 24)}.example`,
    inBooks: index % 3 === 0 ? firmWrittenAs(name, index) : name,
    company: true,
  }));
  return { persons, firms };
}

function writtenAs(first: string, last: string, index: number): string {
  switch (index % 15) {
    case 1:
      return `${last}, ${first}`;
    case 4:
      return `${first.slice(0, 1)}. ${last}`;
    case 7:
      return plain(`${first} ${last}`);
    case 10:
      return `${first} ${last}`.toUpperCase();
    case 13:
      return `${first} ${first.slice(-1).toUpperCase()}. ${last}`;
    default:
      return `${first} ${last}`;
  }
}

function firmWrittenAs(name: string, index: number): string {
  if (name.length > 40) return name.slice(0, 31);
  const bare = name.replace(/,? (Inc\.|LLC|LLP|PLLC|Co\.|GmbH)$/, "");
  if (bare !== name) return bare;
  return index % 2 === 0 ? `${plain(name)}, Inc.` : `The ${plain(name)}`;
}

/** Without diacritics, as older systems store a name. */
function plain(text: string): string {
  return text
    .replaceAll("ß", "ss")
    .replace(/[łŁ]/g, "l")
    .replaceAll("ø", "o")
    .normalize("NFD")
    .replace(/[\u0300-\u036f']/g, "");
}
