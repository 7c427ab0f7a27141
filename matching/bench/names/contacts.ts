import type { Random } from "../random";

const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Given names, many of them close to another one: in life siblings and colleagues are called so. */
export const GIVEN_NAMES = list(
  `Ines Tom Mara Lara Sena Sean Nora Nola Emil Emily Otto Ottilie Freya Frederick Ivo Iva Jonas Joan
   June Juno Kira Kara Leon Leona Milo Mila Nils Niels Petra Peter Rosa Rose Silas Silvia Theodore
   Thea Ulla Vera Viktor Wanda Xavier Yara Zora Alma Anton Antonia Beatrice Bruno Clara Cleo Dario
   Daria Edith Edda Felix Flora Gideon Greta Hugo Hilda Idris Imke Jasper Katrin Lev Liv Matilda
   Maximilian Maxine Nadia Oren Oona Pia Quentin Rafe Ruben Susannah Saskia Eleanor Tove Uma Vito
   Wren Yves Zeno Marta Marty Aleksander Alexandra Noor Ömer Zoë Renée Søren Aoife Ciarán`,
);

/** The first of them are the commonest. */
export const FAMILY_NAMES = list(
  `Lang Shaw Beck Holt Moss Frost Hale Nash Kemp Rowe Falk Aldridge Amsel Barrow Birk Blythe Brandt
   Brock Cairns Calloway Carver Castell Cho Cobb Croft Dahl Dane Darrow Dunne Eastman Ekholm Fane
   Farrow Finch Gage Galvin Garrick Goss Halloran Hargreaves Hurst Ibsen Ingram Janssen Juhl Kane
   Keating Kessler Kruse Langley Larkin Lind Lomax Madsen Marlow Mercer Mead Munro Noble Nordin
   Oakes Okoro Orr Paget Pike Prior Quill Rask Renner Rhodes Sandoval Sato Sayer Skov Slade Stroud
   Sutter Tait Thorne Tully Ueda Vance Varga Vesper Voss Wade Weir Wilder Yates Yeo Zeller O'Dowd
   Åkesson Núñez Grünberg Delacroix Mbeki Rahimi`,
);

/** Rare names are made of a beginning and an end. */
const BEGINNINGS = list(
  `Alder Apple Beech Birken Brack Cold Copple Dunn Elver Faver Gold Hather Holling Kittle Larch Mickle
   Ogle Penny Rave Sander Sel Shuttle Staple Thack Tinder Under Wat Wether Whin Wolver`,
);
const ENDS = list(
  `beck borne brook cliff combe cote dene fold garth gill hope house hurst ley more rigg shaw stock
   thwaite ton wick worth`,
);
const RARE_SHARE = 0.5;

/** Given names as friends say them. */
const SHORT_NAMES: Readonly<Record<string, readonly string[]>> = {
  Tom: ["Tommy"],
  Emily: ["Em", "Millie"],
  Ottilie: ["Tilly"],
  Frederick: ["Fred", "Freddie"],
  Peter: ["Pete"],
  Theodore: ["Theo", "Ted"],
  Viktor: ["Vic"],
  Antonia: ["Toni"],
  Beatrice: ["Bea"],
  Katrin: ["Kat", "Kit"],
  Matilda: ["Tilda"],
  Maximilian: ["Max"],
  Maxine: ["Max"],
  Susannah: ["Sanna", "Sue"],
  Eleanor: ["Nell", "Ellie"],
  Aleksander: ["Alex", "Sasha"],
  Alexandra: ["Alex", "Sandra"],
  Leona: ["Leo"],
  Jonas: ["Jon"],
  Gideon: ["Gid"],
  Quentin: ["Quin"],
};

export interface PersonName {
  given: string;
  family: string;
}

export function drawPerson(random: Random): PersonName {
  return { given: random.pick(GIVEN_NAMES), family: drawFamilyName(random) };
}

/** A common name, a rare one, or in one of twelve cases a double name. */
export function drawFamilyName(random: Random): string {
  const name = random.chance(RARE_SHARE)
    ? random.pick(BEGINNINGS) + random.pick(ENDS)
    : random.pickSkewed(FAMILY_NAMES);
  return random.chance(0.08) ? `${name}-${random.pick(FAMILY_NAMES)}` : name;
}

export function written({ given, family }: PersonName): string {
  return `${given} ${family}`;
}

/** The short form of the given name; the given name itself where there is none. */
export function shortGiven(given: string, random: Random): string {
  const short = SHORT_NAMES[given];
  return short ? random.pick(short) : given;
}

/** How a name stands on a card or in an address book, when it isn't written out. */
export function asTyped(name: PersonName, random: Random): string {
  const { given, family } = name;
  return random.weighted<() => string>([
    [() => written(name), 30],
    [() => withoutMarks(written(name)).toUpperCase(), 26],
    [() => `${given.charAt(0)} ${family}`, 10],
    [() => `${given.charAt(0)}. ${family}`, 6],
    [() => `${shortGiven(given, random)} ${family}`, 14],
    [() => `${family}, ${given}`, 5],
    [() => `${given} ${random.pick([..."ABEJLMRST"])} ${family}`, 6],
    [() => written(name).toLowerCase(), 6],
    [() => `${given} ${family.split("-")[0]}`, 3],
  ])();
}

export function withoutMarks(text: string): string {
  return text.replace(/ø/g, "o").replace(/Ø/g, "O").normalize("NFD").replace(/\p{M}/gu, "");
}

/** Letters and digits only, as in an e-mail address. */
export function inAddress(text: string): string {
  return withoutMarks(text)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

const PUBLIC_HOSTS = ["gmail.com", "gmail.com", "hotmail.com", "icloud.com", "yahoo.com"] as const;

export function publicHost(random: Random): string {
  return random.pick(PUBLIC_HOSTS);
}

/** The part of a personal address before the @. */
export function mailbox({ given, family }: PersonName, random: Random): string {
  const [first, last] = [inAddress(given), inAddress(family)];
  return random.weighted([
    [first, 30],
    [`${first}.${last}`, 32],
    [`${first.charAt(0)}${last}`, 16],
    [`${first}${last}`, 12],
    [`${last}${random.between(1, 99)}`, 6],
    [`${first}${random.between(60, 99)}`, 4],
  ]);
}

/** A number in one of the ways people write it. */
export function phoneNumber(random: Random): string {
  const [area, line] = [random.between(201, 989), random.between(1000, 9999)];
  return random.pick([`(${area}) 555-${line}`, `${area}-555-${line}`, `+1${area}555${line}`]);
}
