import { fold } from "./tokenize";

/** A month or quarter that a text is about: "Rent Feb 2023", "Q1 2023", "04/2023". */
export interface Period {
  /** 0 where the text names none. */
  year: number;
  /** 1 to 12; quarters are 13 to 16. */
  part: number;
}

/** Month names and their abbreviations, by month, in the languages of our customers. */
const MONTHS = [
  "jan january januar janvier enero ene gennaio janeiro januari",
  "feb february februar fevrier fev febrero febbraio fevereiro februari",
  "mar march marz mrz mars marzo marco maart mrt",
  "apr april avril avr abril abr aprile",
  "may mai mayo maggio maio mei",
  "jun june juni juin junio giugno junho",
  "jul july juli juillet julio luglio julho",
  "aug august aout agosto ago augustus",
  "sep sept september septembre septiembre settembre setembro",
  "oct october okt oktober octobre octubre ottobre outubro",
  "nov november novembre noviembre novembro",
  "dec december dez dezember decembre diciembre dicembre dezembro",
];
const MONTH_OF: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((names, month) => names.split(" ").map((name) => [name, month + 1] as const)),
);
/** Months that are given names or other words as well: only with a year. */
const AMBIGUOUS = new Set(
  "april may june august jan mar mars marco mai julio augustus ago".split(" "),
);
const FIRST_QUARTER = 13;
const NUMBERED =
  /(?<![\d/.-])(?:(0?[1-9]|1[0-2])[/.-](20\d\d)|(20\d\d)[/-](0[1-9]|1[0-2]))(?![\d/.-])/;
const QUARTER = /\bq([1-4])\b\W*(20\d\d)?/;
const NAMED = /\b([a-z]{3,10})\b(?:\W{0,2}(20\d\d)\b)?/g;

/** @returns the first month or quarter that a text names, or null */
export function periodOf(text: string): Period | null {
  const folded = fold(text);
  const numbered = NUMBERED.exec(folded);
  if (numbered) {
    const [, month, year, yearFirst, monthLast] = numbered;
    return { year: Number(year ?? yearFirst), part: Number(month ?? monthLast) };
  }
  const quarter = QUARTER.exec(folded);
  if (quarter) {
    return { year: Number(quarter[2] ?? 0), part: FIRST_QUARTER + Number(quarter[1]) - 1 };
  }
  for (const [, word = "", year] of folded.matchAll(NAMED)) {
    const part = MONTH_OF.get(word);
    if (part && (year || !AMBIGUOUS.has(word))) return { year: Number(year ?? 0), part };
  }
  return null;
}

/** Tests whether two texts may be about the same period. A month and a quarter don't compare. */
export function isSamePeriod(a: Period, b: Period): boolean {
  return a.part === b.part && (a.year === 0 || b.year === 0 || a.year === b.year);
}

/** @returns whether both are months, or both quarters */
export function areComparable(a: Period, b: Period): boolean {
  return a.part < FIRST_QUARTER === b.part < FIRST_QUARTER;
}

/** @returns whether a folded word is a month's name, which may be another word as well */
export function isMonth(word: string): boolean {
  return MONTH_OF.has(word);
}
