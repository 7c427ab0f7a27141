import { type CurrencyMark, currencyMark } from "./currencies";

export type DecimalSign = "." | ",";

/** An amount as a cell writes it, before it is known which character is the decimal sign. */
export interface AmountText {
  isNegative: boolean;
  mark: CurrencyMark | null;
  /** The digits before and after the decimal sign. */
  whole: string;
  fraction: string;
  /** The decimal sign that this cell proves by itself. */
  proves: DecimalSign | null;
  /** The only separator, where three digits follow it: thousands or decimals. `whole` then has all digits. */
  unclear: DecimalSign | null;
}

/** The commonest form, with thousands only where cents leave no doubt. */
const PLAIN = /^(-?)(\d{1,15}|\d{1,3}(?:,\d{3})+(?=\.))(?:\.(\d{1,2}))?$/;
const SPACES = /[\s\u00a0\u2000-\u200a\u202f\u3000]+/g;
const MINUS = /[−–‒‐‑﹣－]/g;
const APOSTROPHES = /[’‘ʼ´`]/g;
/** From the first digit, with a decimal sign that is not the end of an abbreviation ("Rs.50"), to the last. */
const CORE = /(?:(?<![\p{L}.])[.,])?\d(?:[\d.,' ]*\d)?/u;

const OUT = /^(?:dr|db|debit|d|s|soll)$/i;
const IN = /^(?:cr|credit|c|h|haben)$/i;

/** @returns null when the text is no amount, or contradicts itself ("(1.00) CR") */
export function amountText(text: string): AmountText | null {
  const plain = PLAIN.exec(text);
  if (plain) {
    const [, sign, whole = "", fraction = ""] = plain;
    const proves = fraction === "" ? null : ".";
    return amount(sign === "-", null, { whole: whole.replaceAll(",", ""), fraction, proves });
  }
  const tidy = (/[^ -~]/.test(text) ? text.normalize("NFKC") : text)
    .replace(SPACES, " ")
    .replace(MINUS, "-")
    .replace(APOSTROPHES, "'")
    .trim();
  const core = CORE.exec(tidy);
  if (!core) return null;
  const [digits] = core;
  const around = surroundings(tidy.slice(0, core.index), tidy.slice(core.index + digits.length));
  const number = around && numberIn(digits);
  return number && amount(around.isNegative, around.mark, number);
}

type Digits = Pick<AmountText, "whole" | "fraction" | "proves"> & { unclear?: DecimalSign };

function amount(isNegative: boolean, mark: CurrencyMark | null, digits: Digits): AmountText {
  return { isNegative, mark, unclear: null, ...digits };
}

/** Sign, direction and currency, from what is written before and after the digits. */
function surroundings(before: string, after: string) {
  // "12.-" and "12,-" have no cents.
  let rest = `${before}\0${after.replace(/^[.,]-{1,2}(?= |$|\p{L}|[€£])/u, "")}`;
  const takeOut = (pattern: RegExp) => {
    const found = pattern.test(rest);
    rest = rest.replace(pattern, (part) => (part.includes("\0") ? "\0" : " "));
    return found;
  };
  const isBracketed = rest.includes("(") && rest.includes(")");
  if (isBracketed) rest = rest.replace("(", " ").replace(")", " ");
  const isMinus = takeOut(/^\s*-|-(?=[^\p{L}]*\0)|(?<=\0\s*)-|-\s*$/u);
  const isPlus = !isMinus && takeOut(/^\s*\+|\+(?=\s*\0)|(?<=\0\s*)\+/);
  let isOut = false;
  let isIn = false;
  const marks: string[] = [];
  for (const part of rest.split(/[\s\0]+/).filter(Boolean)) {
    const word = part.replace(/\.$/, "");
    // A single letter says the direction only after the number: "R 12" is in rand, "12 C" money in.
    const isAfter = after.includes(word);
    if ((word.length > 1 || isAfter) && OUT.test(word)) isOut = true;
    else if ((word.length > 1 || isAfter) && IN.test(word)) isIn = true;
    else marks.push(part);
  }
  const mark = marks.length === 0 ? null : currencyOf(marks);
  const isNegative = isBracketed || isMinus || isOut;
  if (mark === undefined || (isNegative && (isIn || isPlus)) || (isBracketed && isMinus))
    return null;
  return { isNegative, mark };
}

/** Undefined when something remains that is no currency, or two that differ. */
function currencyOf(marks: string[]): CurrencyMark | undefined {
  const whole = currencyMark(marks.join(""));
  if (whole) return whole;
  const [first, second, ...more] = marks.map(currencyMark);
  if (!first || more.length > 0 || (marks.length > 1 && !second)) return undefined;
  if (!second) return first;
  // "$120.00 CAD", "USD $5"
  const both = first.possible.filter((code) => second.possible.includes(code));
  const [only] = both;
  return both.length === 1 && only
    ? { text: marks.join(" "), possible: both, usual: only }
    : undefined;
}

const GROUPS_OF_THREE = /^\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*$/;
/** Lakh and crore: 12,34,567. */
const INDIAN = /^\d{1,2}(?:([, ])\d{2})(?:\1\d{2})*\1\d{3}$/;

function numberIn(digits: string): Digits | null {
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","));
  const sign = digits[last];
  if (sign !== "." && sign !== ",") return whole(digits);
  const before = digits.slice(0, last);
  const fraction = digits.slice(last + 1);
  if (!/^\d+$/.test(fraction)) return null;
  const isOnly = /^\d*$/.test(before);
  if (isOnly && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(before)) {
    return { whole: before + fraction, fraction: "", proves: null, unclear: sign };
  }
  if (isOnly) return { whole: before || "0", fraction, proves: sign };
  if (before.includes(sign)) {
    const thousands = whole(digits);
    return thousands && { ...thousands, proves: sign === "." ? "," : "." };
  }
  const thousands = whole(before);
  return thousands && { ...thousands, fraction, proves: sign };
}

function whole(digits: string): Digits | null {
  const isWhole = /^\d+$/.test(digits) || GROUPS_OF_THREE.test(digits) || INDIAN.test(digits);
  return isWhole ? { whole: digits.replace(/\D/g, ""), fraction: "", proves: null } : null;
}
