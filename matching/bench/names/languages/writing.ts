import type { Random } from "../../random";
import { type Language, type LegalForm, unmarked, type Word } from "./language";

/** A name in its parts; each row draws its spelling. */
export type ForeignName =
  | {
      kind: "person";
      given: Word;
      middle: Word | null;
      family: readonly [Word, ...Word[]];
      titles: readonly string[];
    }
  | { kind: "company"; core: Word; trade: Word; form: LegalForm };

/** Letters of the language, the usual Latin spelling, or any Latin spelling in use. */
type Letters = "own" | "passport" | "heard";

/** How likely each habit is, shares from 0 to 1. */
export interface Habits {
  letters: Readonly<Record<Letters, number>>;
  /** Given and family name in the other order, half of these with a comma. */
  swapped: number;
  /** Second family name and middle name or patronymic written out. */
  inFull: number;
  initial: number;
  title: number;
  capitals: number;
  /** Legal forms that are written otherwise than in the register. */
  otherForm: number;
  slip: number;
}

/** At the checkout people type their own name, mostly as on the card. */
export function checkoutHabits({ otherScript }: Language): Habits {
  return {
    letters: otherScript
      ? { own: 25, passport: 60, heard: 15 }
      : { own: 62, passport: 33, heard: 5 },
    swapped: 0.08,
    inFull: 0.35,
    initial: 0.03,
    title: 0,
    capitals: 0.14,
    otherForm: 0.5,
    slip: 0.02,
  };
}

/** In the books names come from invoices and letters, or as a clerk heard them. */
export function ledgerHabits({ otherScript }: Language): Habits {
  return {
    letters: otherScript
      ? { own: 42, passport: 33, heard: 25 }
      : { own: 66, passport: 18, heard: 16 },
    swapped: 0.18,
    inFull: 0.55,
    initial: 0.06,
    title: 0.06,
    capitals: 0.05,
    otherForm: 0.45,
    slip: 0.02,
  };
}

/** Draws a name of the language. `companies` is the share of companies. */
export function drawName(language: Language, companies: number, random: Random): ForeignName {
  if (random.chance(companies)) return drawCompany(language, random);
  const { given, family, middle, titles = language.titles } = random.pick(language.people);
  const first = random.pickSkewed(family);
  return {
    kind: "person",
    given: random.pickSkewed(given),
    middle: middle && random.chance(0.8) ? random.pick(middle) : null,
    family: language.familyNames === "one" ? [first] : [first, random.pickSkewed(family)],
    titles,
  };
}

function drawCompany(language: Language, random: Random): ForeignName {
  const family = random.pick(random.pick(language.people).family);
  return {
    kind: "company",
    core: random.chance(0.55) ? family : random.pick(language.firms),
    trade: random.pick(language.trades),
    form: random.pick(language.legalForms),
  };
}

/** Writes a name in one of the ways that the habits allow. */
export function writeName(
  name: ForeignName,
  language: Language,
  habits: Habits,
  random: Random,
): string {
  const letters = random.weighted(habits.letters);
  const text =
    name.kind === "person"
      ? writePerson(name, language, habits, letters, random)
      : writeCompany(name, language, habits, letters, random);
  const slipped = random.chance(habits.slip) ? swapLetters(text, random) : text;
  if (!random.chance(habits.capitals)) return slipped;
  return letters === "own" ? slipped.toLocaleUpperCase(language.locale) : slipped.toUpperCase();
}

function writePerson(
  name: ForeignName & { kind: "person" },
  language: Language,
  habits: Habits,
  letters: Letters,
  random: Random,
): string {
  const write = (word: Word) => spell(word, letters, random);
  const inFull = random.chance(habits.inFull);
  const families = (inFull ? name.family : [mainFamilyName(name.family, language)]).map(write);
  const family = families.join(" ");
  const middle = inFull && name.middle ? write(name.middle) : null;
  const swapped = random.chance(habits.swapped);
  // A form that joins given and family name puts a space between them in every script.
  const space = letters === "own" && !swapped ? language.space : " ";
  const given = [write(name.given)];
  if (middle !== null) language.familyFirst ? given.unshift(middle) : given.push(middle);
  const ideographs = letters === "own" && language.otherScript && language.familyFirst;
  const initials = random.chance(habits.initial) && !ideographs;
  const shown = initials ? given.map((part) => `${part.charAt(0)}.`) : given;
  const comma = swapped && !language.familyFirst && random.chance(0.5);
  // Far from home a name that begins with the family name is often turned around.
  const familyFirst =
    language.familyFirst && letters !== "own"
      ? random.chance(0.5)
      : language.familyFirst !== swapped;
  const text = familyFirst
    ? [family, shown.join(space)].join(comma ? ", " : space)
    : [...shown, family].join(space);
  if (letters !== "own" || !random.chance(habits.title)) return text;
  const title = random.pick(name.titles);
  return language.titlesFollow ? `${text}${space}${title}` : `${title} ${text}`;
}

function mainFamilyName(family: readonly [Word, ...Word[]], { familyNames }: Language): Word {
  return familyNames === "last of two" ? (family[1] ?? family[0]) : family[0];
}

function writeCompany(
  { core, trade, form }: ForeignName & { kind: "company" },
  language: Language,
  habits: Habits,
  letters: Letters,
  random: Random,
): string {
  const own = letters === "own";
  const parts = [core, trade].map((word) => spell(word, letters, random));
  if (language.tradeFirst) parts.reverse();
  const space = own && language.otherScript && language.familyFirst ? "" : " ";
  const words = parts.join(space);
  const [open, close] = own ? language.quotes : ["", ""];
  const name = `${open}${words}${close}`;
  const legalForm = writeForm(form, own, random.chance(habits.otherForm), random);
  if (legalForm === "") return name;
  // "Sakura Co., Ltd." also where the form comes first at home.
  const before = form.position === "before" && !ENGLISH_FORMS.has(legalForm);
  const gap = /^[A-Za-z]/.test(legalForm) ? " " : space;
  return before ? `${legalForm}${gap}${name}` : `${name}${gap}${legalForm}`;
}

const ENGLISH_FORMS: ReadonlySet<string> = new Set([
  ...["LLC", "Ltd", "Ltd.", "JSC", "Co.", "Company", "Co., Ltd", "Co., Ltd.", "Inc."],
  ...["K.K.", "G.K.", "Y.K.", "Est.", "Establishment"],
]);

function writeForm(form: LegalForm, own: boolean, otherwise: boolean, random: Random): string {
  if (own) return otherwise ? random.pick(form.others) : form.own;
  const latin = [form.own, ...form.others].map(unmarked).filter((text) => /^[ -~]*$/.test(text));
  const [first = ""] = latin;
  return otherwise ? random.pick(latin) : first;
}

function spell({ own, latin }: Word, letters: Letters, random: Random): string {
  if (letters === "own") return own;
  return letters === "passport" ? latin[0] : random.pick(latin);
}

function swapLetters(text: string, random: Random): string {
  const letters = [...text];
  const at = random.between(1, Math.max(1, letters.length - 2));
  const [here, after] = [letters[at], letters[at + 1]];
  if (here === undefined || after === undefined) return text;
  letters.splice(at, 2, after, here);
  return letters.join("");
}
