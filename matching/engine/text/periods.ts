import { fold } from "./tokenize";

/** What time a text is about: "Rent Feb 2023", "Q1 2023", "04/2023", "KW 18", "w/e 3 May". */
export interface Period {
  /** 0 where the text names none. */
  year: number;
  /**
   * 1 to 12 for months, 13 to 16 for quarters; from {@link FIRST_WEEK} on numbered weeks, from {@link FIRST_WEEK_OF_DAY} on
   * weeks by a day.
   */
  part: number;
}

/** Month names and their abbreviations, by month, in the languages of our customers. */
const MONTHS = [
  "jan january januar jaenner janner janvier enero ene gennaio janeiro januari styczen yanvar",
  "feb february februar fevrier fev febrero febbraio fevereiro februari luty fevral",
  "mar march marz mrz mars marzo marco maart mrt marts marzec",
  "apr april avril avr abril abr aprile kwiecien aprel",
  "may mai mayo maggio maio mei maj",
  "jun june juni juin junio giugno junho czerwiec iyun",
  "jul july juli juillet julio luglio julho lipiec iyul",
  "aug august aout agosto ago augustus augusti sierpien avgust",
  "sep sept september septembre septiembre settembre setembro wrzesien sentyabr",
  "oct october okt oktober octobre octubre ottobre outubro pazdziernik oktyabr",
  "nov november novembre noviembre novembro listopad noyabr",
  "dec december dez dezember decembre diciembre dicembre dezembro grudzien dekabr",
];
const MONTH_OF: ReadonlyMap<string, number> = new Map(
  MONTHS.flatMap((names, month) => names.split(" ").map((name) => [name, month + 1] as const)),
);
/** Months that are given names or other words as well: only with a year, or beside what is paid by the month. */
const AMBIGUOUS = new Set(
  "april may june august jan mar mars marco mai maj julio augustus ago".split(" "),
);
const PAID_BY_THE_MONTH = new Set(
  (
    "rent dues fee fees tuition membership subscription retainer hosting wages salary lesson lessons " +
    "miete beitrag monatsbeitrag gebuhr loyer cotisation abonnement alquiler cuota affitto canone quota aluguel " +
    "mensalidade huur contributie hyra husleie leje czynsz skladka"
  ).split(" "),
);
const FIRST_QUARTER = 13;
const FIRST_WEEK = 100;
const FIRST_WEEK_OF_DAY = 200;
const DAYS_OF_MONTH = 32;
const NUMBERED =
  /(?<![\d/.-])(?:(0?[1-9]|1[0-2])[/.-](20\d\d)|(20\d\d)[/-](0[1-9]|1[0-2]))(?![\d/.-])/;
/** "05/26" may be a day: only beside what is paid by the month. */
const SHORT = /(?<![\d/.-])(0[1-9]|1[0-2])\/(2\d|3\d)(?![\d/.-])/;
/** "4月分", "2026年5月"; "4月3日" is a day. */
const NUMBERED_MONTH =
  /(?:(20\d\d)\s*[年년]\s*)?(?<!\d)(0?[1-9]|1[0-2])\s*[月월](?!\s*\d{1,2}\s*[日일])/u;
const QUARTER = /\bq([1-4])\b\W*(20\d\d)?/;
const WEEK =
  /\b(?:kw|week|wk|semaine|semana|settimana|vecka|uge|uke)\W{0,2}(\d{1,2})\b(?:\W{0,2}(20\d\d)\b)?/;
const WEEK_OF_DAY =
  /\b(?:w\/[ec]|week (?:ending|ended|of|commencing))\W{0,2}(?:(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})|([a-z]{3,9}) (\d{1,2}))\b/;
const NAMED = /\b([a-z]{3,11})\b(?:\W{0,2}(20\d\d)\b)?/g;
const WORD = /[a-z]+/g;

/** @returns the first month, quarter or week that a text names, or null */
export function periodOf(text: string): Period | null {
  const folded = fold(text);
  return weekIn(folded) ?? writtenIn(text, folded) ?? namedIn(folded);
}

function weekIn(folded: string): Period | null {
  const [, first, month, monthFirst, last] = WEEK_OF_DAY.exec(folded) ?? [];
  const part = MONTH_OF.get(month ?? monthFirst ?? "");
  if (part)
    return { year: 0, part: FIRST_WEEK_OF_DAY + part * DAYS_OF_MONTH + Number(first ?? last) };
  const [, week, year] = WEEK.exec(folded) ?? [];
  return week ? { year: Number(year ?? 0), part: FIRST_WEEK + Number(week) } : null;
}

function writtenIn(text: string, folded: string): Period | null {
  const numbered = NUMBERED.exec(folded);
  if (numbered) {
    const [, month, year, yearFirst, monthLast] = numbered;
    return { year: Number(year ?? yearFirst), part: Number(month ?? monthLast) };
  }
  const quarter = QUARTER.exec(folded);
  if (quarter) {
    return { year: Number(quarter[2] ?? 0), part: FIRST_QUARTER + Number(quarter[1]) - 1 };
  }
  const [, year, month] = NUMBERED_MONTH.exec(text) ?? [];
  if (month) return { year: Number(year ?? 0), part: Number(month) };
  const [, short, shortYear] = SHORT.exec(folded) ?? [];
  return short && isPaidByTheMonth(folded)
    ? { year: 2000 + Number(shortYear), part: Number(short) }
    : null;
}

function namedIn(folded: string): Period | null {
  for (const [, word = "", year] of folded.matchAll(NAMED)) {
    const part = MONTH_OF.get(word);
    if (part && (year || !AMBIGUOUS.has(word) || isBesidePaid(folded, word))) {
      return { year: Number(year ?? 0), part };
    }
  }
  return null;
}

function isPaidByTheMonth(folded: string): boolean {
  return folded.match(WORD)?.some((word) => PAID_BY_THE_MONTH.has(word)) === true;
}

/** "Mai-Miete", "loyer mars": the words next to each other. */
function isBesidePaid(folded: string, month: string): boolean {
  const words: readonly string[] = folded.match(WORD) ?? [];
  const at = words.indexOf(month);
  return [words[at - 1], words[at + 1]].some((word) => PAID_BY_THE_MONTH.has(word ?? ""));
}

/** Tests whether two texts may be about the same period. A month, a quarter and a week don't compare. */
export function isSamePeriod(a: Period, b: Period): boolean {
  return a.part === b.part && (a.year === 0 || b.year === 0 || a.year === b.year);
}

/** @returns whether both are months, quarters, or weeks written in one way */
export function areComparable(a: Period, b: Period): boolean {
  return kindOf(a) === kindOf(b);
}

function kindOf({ part }: Period): number {
  return [FIRST_QUARTER, FIRST_WEEK, FIRST_WEEK_OF_DAY].filter((from) => part >= from).length;
}

/** @returns whether a folded word is a month's name, which may be another word as well */
export function isMonth(word: string): boolean {
  return MONTH_OF.has(word);
}
