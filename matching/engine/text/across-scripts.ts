import { memoize } from "../collections/memoize";
import { compareJapanese } from "./japanese-names";
import { FAMILY_READINGS, SYLLABLES } from "./readings";
import { SCRIPT, scriptOf } from "./scripts";

/** Fewer consonants agree by chance. */
const MIN_CONSONANTS = 4;
/** Shorter readings agree by chance. */
const MIN_READING = 5;
/** Longer ideographic names are tried with one family name of two signs at most. */
const MAX_SIGNS = 12;

/** Consonants of Arabic and Hebrew letters; the others are vowels as often as not, so they count as none. */
const CONSONANTS: ReadonlyMap<string, string> = new Map(
  (
    "بb تt ثt جj حh خh دd ذd رr زz سs شs صs ضd طt ظz غg فf قk كk لl مm نn هh پb چs ژz گg " +
    "בb גg דd הh זz חh טt כk לl מm נn סs פf צs קk רr שs תt"
  )
    .match(/\S{2}/gu)
    ?.map((pair) => [...pair] as [string, string]),
);

/** A parsed name: its words and their writing systems, as bits. */
interface ReadName {
  words: readonly string[];
  scripts: number;
}

/** How two names in different writing systems relate, and their family name where it alone is the same. */
export interface ScriptComparison {
  relation: "similar_name" | "part_of_name" | "related_name" | "names_differ" | "unknown";
  family: readonly string[];
}

const NO_WORDS: readonly string[] = [];
const UNKNOWN: ScriptComparison = { relation: "unknown", family: NO_WORDS };
const ALIKE: ScriptComparison = { relation: "similar_name", family: NO_WORDS };
const JAPANESE = {
  same: "similar_name",
  family: "part_of_name",
  relatives: "related_name",
  differ: "names_differ",
  unknown: "unknown",
} as const;

/**
 * Compares a name in Arabic, Hebrew, Chinese, Japanese or Korean with another one in Latin letters, by how it reads. What
 * doesn't read alike is no evidence, because the tables are small; only common Japanese family names tell two people apart.
 */
export function compareAcrossScripts(a: ReadName, b: ReadName): ScriptComparison {
  const [foreign, latin] = a.scripts === SCRIPT.latin ? [b, a] : [a, b];
  if (latin.scripts !== SCRIPT.latin) return UNKNOWN;
  if ((foreign.scripts & (SCRIPT.arabic | SCRIPT.hebrew)) !== 0) {
    return haveSameConsonants(foreign.words, latin.words) ? ALIKE : UNKNOWN;
  }
  if (foreign.scripts !== SCRIPT.han && foreign.scripts !== SCRIPT.hangul) return UNKNOWN;
  const names = foreign.words.length > 1 ? turns(foreign.words) : foreign.words;
  if (isReadingOf(names, latin.words)) return ALIKE;
  if (foreign.scripts === SCRIPT.hangul) return UNKNOWN;
  const { relation, family } = compareJapanese(foreign.words, latin.words);
  return { relation: JAPANESE[relation], family };
}

/** Every word of the shorter name has the consonants of one of the longer, or all together. */
function haveSameConsonants(foreign: readonly string[], latin: readonly string[]): boolean {
  const isHebrew = foreign.some((word) => scriptOf(word) === SCRIPT.hebrew);
  const left = foreign.map(consonantsOf).filter((each) => each !== "");
  const right = latin
    .map((word) => (isHebrew ? hebrewConsonants(word) : arabicConsonants(word)))
    .filter((each) => each !== "");
  if (left.join("") === right.join("")) return left.join("").length >= MIN_CONSONANTS;
  const [few, many] = left.length <= right.length ? [left, [...right]] : [right, [...left]];
  let agreeing = 0;
  for (const word of few) {
    const at = many.indexOf(word);
    if (at === -1) return false;
    many.splice(at, 1);
    agreeing += word.length;
  }
  return few.length > 1 && agreeing >= MIN_CONSONANTS;
}

/** Without the article; a last "h" is mostly the ending of a feminine name. */
const consonantsOf = memoize((word) => {
  const bare = word.length > 3 ? word.replace(/^ال/, "") : word;
  const letters = [...bare].map((letter) => CONSONANTS.get(letter) ?? "").join("");
  return withoutDoubles(letters.replace(/(?<=.)h$/, ""));
});

const arabicConsonants = memoize((word) =>
  /^(?:al|el|bin|ben|ibn)$/.test(word)
    ? ""
    : withoutDoubles(latinConsonants(word).replace(/p/g, "b").replace(/v/g, "f")),
);

const hebrewConsonants = memoize((word) =>
  withoutDoubles(latinConsonants(word).replace(/p/g, "f").replace(/v/g, "")),
);

function latinConsonants(word: string): string {
  return word
    .replace(/^al(?=[^aeiouyl]{1}.{3})/, "")
    .replace(/tz|ts/g, "s")
    .replace(/kh|ch/g, "h")
    .replace(/sh/g, "s")
    .replace(/th/g, "t")
    .replace(/dh/g, "d")
    .replace(/gh/g, "g")
    .replace(/ph/g, "f")
    .replace(/[qc]/g, "k")
    .replace(/[aeiouwyx\d]/g, "")
    .replace(/(?<=.)h$/, "");
}

function withoutDoubles(letters: string): string {
  return letters.replace(/(.)\1+/g, "$1");
}

function turns([first = "", ...others]: readonly string[]): string[] {
  const rest = others.join("");
  return [first + rest, rest + first];
}

/** Whether the words spell a reading of the signs, with the family name before or behind. */
function isReadingOf(names: readonly string[], latin: readonly string[]): boolean {
  const spelled = latin.join("");
  if (spelled.length < MIN_READING) return false;
  return names.some((name) => readingsOf(name).some((reading) => reading === loose(spelled)));
}

/** Readings of a name, and with the family name last; none where a sign is in no table. */
const readingsOf = memoize((name): readonly string[] => {
  const signs = [...name];
  if (signs.length < 2 || signs.length > MAX_SIGNS) return [];
  const found = new Set<string>();
  for (const length of [2, 1]) {
    const given = readingOf(signs.slice(length));
    if (given === null) continue;
    for (const family of FAMILY_READINGS.get(signs.slice(0, length).join("")) ?? []) {
      found.add(loose(family + given)).add(loose(given + family));
    }
  }
  const plain = readingOf(signs);
  if (plain !== null) found.add(loose(plain));
  return [...found];
});

function readingOf(signs: readonly string[]): string | null {
  let reading = "";
  for (const sign of signs) {
    const syllable =
      scriptOf(sign) === SCRIPT.hangul
        ? hangulReading(sign)
        : (SYLLABLES.get(sign) ?? FAMILY_READINGS.get(sign))?.[0];
    if (syllable === undefined) return null;
    reading += syllable;
  }
  return reading;
}

const INITIALS = "g kk n d tt r m b pp s ss  j jj ch k t p h".split(" ");
const VOWELS = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split(" ");
const FINALS = " k k k n n n t l k m l l l p l m p p t t ng t t k t p t".split(" ");
const FIRST_SYLLABLE = 0xac00;

function hangulReading(sign: string): string | undefined {
  const at = sign.charCodeAt(0) - FIRST_SYLLABLE;
  const count = VOWELS.length * FINALS.length;
  const [initial, vowel] = [Math.floor(at / count), Math.floor((at % count) / FINALS.length)];
  const start = INITIALS[initial];
  if (start === undefined) return undefined;
  return `${start}${VOWELS[vowel] ?? ""}${FINALS[at % FINALS.length] ?? ""}`;
}

/** One form for the spellings of one syllable in Korea and China: "yeong" and "young", "hyun" and "hyeon". */
function loose(reading: string): string {
  return reading
    .replace(/sh(?=i)/g, "s")
    .replace(/eo|oo|ou/g, "u")
    .replace(/ee/g, "i")
    .replace(/eu/g, "u")
    .replace(/ae/g, "e")
    .replace(/r/g, "l")
    .replace(/(?<=[aeiou])h(?![aeiou])/g, "")
    .replace(/(.)\1+/g, "$1");
}
