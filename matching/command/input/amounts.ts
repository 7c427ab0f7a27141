import { MoneyError, minorDigits, parseDecimal } from "@/lib/money";

const SYMBOLS = /[\s\u00a0\u202f$€£¥]|\b[A-Z]{2,3}\b/g;
const US = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d*\.?\d+$/;
const EUROPEAN = /^(?:\d{1,3}(?:\.\d{3})+|\d+),\d{1,2}$/;

/**
 * An amount as American reports print it: "$1,234.56", "(12.00)", "-12.00", ".50".
 * @returns the plain decimal ("1234.56"), or null for any other format
 */
export function plainDecimal(text: string): string | null {
  const { sign, digits } = taken(text);
  if (!US.test(digits)) return null;
  const plain = digits.replaceAll(",", "");
  return sign + (plain.startsWith(".") ? `0${plain}` : plain);
}

/**
 * Exact decimal → minor units, in plain form only, as everywhere in the product.
 * @throws MoneyError that suggests the right form, where that is clear
 */
export function readAmount(value: string | number, currency: string): number {
  try {
    return parseDecimal(value, currency);
  } catch (error) {
    const hint = typeof value === "string" ? howToWrite(value, currency) : null;
    if (!(error instanceof MoneyError) || hint === null) throw error;
    throw new MoneyError(`${error.message}; write ${hint}`);
  }
}

/** "1.234,56" → "1234.56". Null when the text is plain already, or ambiguous. */
export function howToWrite(text: string, currency: string): string | null {
  const { sign, digits } = taken(text);
  const isEuropean = EUROPEAN.test(digits);
  const plain = isEuropean
    ? sign + digits.replaceAll(".", "").replace(",", ".")
    : plainDecimal(text);
  // "1,234" is either a thousand or, with three decimals, a little more than one.
  const isUnclear = /^\d{1,3},\d{3}$/.test(digits) && minorDigits(currency) === 3;
  return plain === null || plain === text.trim() || isUnclear ? null : plain;
}

function taken(text: string): { sign: string; digits: string } {
  const bare = text.replace(SYMBOLS, "");
  const inner = /^\((.+)\)$/.exec(bare)?.[1] ?? bare;
  const digits = inner.replace(/^[-−+]|[-−]$/, "");
  const isNegative = inner !== bare || /^[-−]|[-−]$/.test(inner);
  return { sign: isNegative ? "-" : "", digits };
}
