/** Amounts from `from` to `to`, both included, of currencies with `digits` decimals. Minor units. */
export interface AmountRange {
  from: bigint;
  to: bigint;
  digits: 0 | 2 | 3;
}

const DIGITS = [0, 2, 3] as const;
/** A sign, or the parentheses of a negative amount; a currency before or after; digits with separators. */
const AMOUNT =
  /^(?<open>\()?\s*(?<sign>[-−–+])?\s*(?:[$€£¥₹]|[A-Z]{1,3}\$|[A-Za-z]{3}(?=[\s\d+−-]))?\s*(?<late>[-−–+])?\s*(?<digits>\d[\d.,'’\u00a0\u202f ]*)\s*(?:[$€£¥₹]|[A-Za-z]{3})?\s*(?<close>\))?$/;
/** 12 digits before the decimals: beyond, minor units are not safe integers. */
const LONGEST = 12;

/**
 * What a typed amount may mean: "1,427.28", "1.427,28", "1 427.28", "$64.50", "−40", "(40.00)", "EUR 12". Decimals that
 * are not typed yet may be any: "1427" finds 1427.28. Without a sign it stands for money in either direction.
 * Where a separator is ambiguous ("1.427"), every reading counts. None: it is not an amount.
 */
export function parseAmount(text: string): AmountRange[] {
  const parts = AMOUNT.exec(text.trim())?.groups;
  if (!parts || (parts.open === undefined) !== (parts.close === undefined)) return [];
  if (parts.sign !== undefined && parts.late !== undefined) return [];
  const sign = parts.sign ?? parts.late ?? "";
  const isNegative = /[-−–]/.test(sign) || parts.open !== undefined;
  const readings = readingsOf((parts.digits ?? "").trim());
  return readings.flatMap(({ whole, fraction }) =>
    DIGITS.flatMap((digits) => {
      const range = rangeOf(whole, fraction, digits);
      if (!range) return [];
      const negative = { from: -range.to, to: -range.from, digits };
      if (isNegative) return [negative];
      return sign === "+" ? [{ ...range, digits }] : [{ ...range, digits }, negative];
    }),
  );
}

interface Reading {
  whole: string;
  fraction: string;
}

function readingsOf(digits: string): Reading[] {
  const plain = digits.replace(/[\s'’\u00a0\u202f]/g, (sign, at: number) =>
    // A space groups thousands, and nothing else.
    /^\d{3}(?!\d)/.test(digits.slice(at + 1)) ? "" : sign,
  );
  const decimal = /^(\d+)(?:[.,](\d{0,3}))?$/.exec(plain);
  const grouped = /^(\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?:(?!\2)[.,](\d{0,3}))?$/.exec(plain);
  const found: Reading[] = [];
  if (decimal) found.push({ whole: decimal[1] ?? "", fraction: decimal[2] ?? "" });
  if (grouped) {
    found.push({ whole: (grouped[1] ?? "").replace(/[.,]/g, ""), fraction: grouped[3] ?? "" });
  }
  return found.filter(({ whole }) => whole.length <= LONGEST);
}

/** Minor units of all amounts that begin with these digits; null where the currency has fewer decimals. */
function rangeOf(whole: string, fraction: string, digits: number) {
  if (/[^0]/.test(fraction.slice(digits))) return null;
  const typed = fraction.slice(0, digits);
  const open = 10n ** BigInt(digits - typed.length);
  const from = BigInt(whole + typed) * open;
  return { from, to: from + open - 1n };
}
