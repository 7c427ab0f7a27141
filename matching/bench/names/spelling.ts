import type { Random, Weighted } from "../random";
import { LEGAL_FORMS, NICKNAMES } from "./lists";

/** A name in its parts, as its bearer would write it. */
export type FullName =
  | { kind: "person"; given: string; family: string }
  | { kind: "company"; words: string; legalForm: string };

export function fullName(name: FullName): string {
  if (name.kind === "person") return `${name.given} ${name.family}`;
  return name.legalForm === "" ? name.words : `${name.words} ${name.legalForm}`;
}

type Spelling = (name: FullName, random: Random) => string;

/** How people's names are written otherwise, and how often among such spellings. */
const PERSON_SPELLINGS: Weighted<Spelling> = [
  [initial, 18],
  [lastFirst, 22],
  [nickname, 14],
  [typo, 10],
  [withoutDiacritics, 12],
  [capitals, 12],
  [middleInitial, 6],
  [withTitle, 2],
  [truncated, 4],
];

const COMPANY_SPELLINGS: Weighted<Spelling> = [
  [otherLegalForm, 45],
  [typo, 12],
  [capitals, 14],
  [truncated, 10],
  [ampersand, 7],
  [withArticle, 6],
  [abbreviated, 6],
];

/** The same name written in another way. Some ways leave some names as they are. */
export function respell(name: FullName, random: Random): string {
  const spellings = name.kind === "person" ? PERSON_SPELLINGS : COMPANY_SPELLINGS;
  return random.weighted(spellings)(name, random);
}

function initial(name: FullName, random: Random): string {
  if (name.kind === "company") return fullName(name);
  const letter = name.given.charAt(0);
  return random.chance(0.3) ? `${name.family} ${letter}` : `${letter}. ${name.family}`;
}

function lastFirst(name: FullName): string {
  return name.kind === "person" ? `${name.family}, ${name.given}` : fullName(name);
}

function nickname(name: FullName, random: Random): string {
  if (name.kind === "company") return fullName(name);
  const known = NICKNAMES[name.given];
  return known ? `${random.pick(known)} ${name.family}` : lastFirst(name);
}

function middleInitial(name: FullName, random: Random): string {
  if (name.kind === "company") return fullName(name);
  return `${name.given} ${random.pick([..."ABCDEFGHJKLMNPRSTW"])}. ${name.family}`;
}

function withTitle(name: FullName, random: Random): string {
  return `${random.pick(["Mr.", "Mrs.", "Ms.", "Dr."])} ${fullName(name)}`;
}

/** One slip of the keyboard: a letter doubled, dropped, swapped or replaced. */
function typo(name: FullName, random: Random): string {
  const text = fullName(name);
  const letters = [...text];
  const at = random.between(1, Math.max(1, letters.length - 2));
  const [here = "", after = ""] = [letters[at], letters[at + 1]];
  if (here === " " || after === " ") return text;
  const slip = random.pick(["drop", "double", "swap", "replace"]);
  if (slip === "drop") letters.splice(at, 1);
  else if (slip === "double") letters.splice(at, 0, here);
  else if (slip === "swap") letters.splice(at, 2, after, here);
  else letters[at] = random.pick([..."aeinorst"]);
  return letters.join("");
}

const UNMARKED: Readonly<Record<string, string>> = { ø: "o", Ø: "O", ł: "l", Ł: "L", ß: "ss" };
const TRANSLITERATED: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe" };

function withoutDiacritics(name: FullName, random: Random): string {
  const text = fullName(name);
  const german = random.chance(0.3);
  const spelled = german ? text.replace(/[äöüø]/g, (letter) => TRANSLITERATED[letter] ?? "") : text;
  return spelled
    .replace(/[øØłŁß]/g, (letter) => UNMARKED[letter] ?? "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "");
}

function capitals(name: FullName, random: Random): string {
  return withoutDiacritics(name, random).toUpperCase();
}

/** Truncates at the width of a column. */
function truncated(name: FullName, random: Random): string {
  const text = fullName(name);
  return text.slice(0, text.length > 30 && random.chance(0.5) ? 30 : 20).trimEnd();
}

function otherLegalForm(name: FullName, random: Random): string {
  if (name.kind === "person") return fullName(name);
  if (name.legalForm !== "" && random.chance(0.7)) return name.words;
  return `${name.words} ${random.pick(LEGAL_FORMS)}`;
}

function ampersand(name: FullName, random: Random): string {
  const text = fullName(name);
  if (text.includes("&")) return text.replace("&", "and");
  return otherLegalForm(name, random);
}

function withArticle(name: FullName): string {
  return `The ${fullName(name)}`;
}

/** "Cedar Engineering" → "Cedar Eng". */
function abbreviated(name: FullName): string {
  if (name.kind === "person") return fullName(name);
  const words = name.words.split(" ");
  const last = words[words.length - 1] ?? "";
  if (last.length < 7) return name.words;
  return [...words.slice(0, -1), last.slice(0, 4)].join(" ");
}
