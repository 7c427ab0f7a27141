/**
 * Money as integers in minor units (cents, yen, fils), never floats.
 * Decimal strings exist only at the edges: on the wire, in files, on screen.
 */

export class MoneyError extends Error {
  override name = "MoneyError";
}

// Stripe's documented lists (docs.stripe.com/currencies). They equal ISO 4217 except for UGX and MGA, which
// Stripe handles in whole units.
const ZERO_DECIMAL = new Set(
  "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF".split(" "),
);
const THREE_DECIMAL = new Set("BHD JOD KWD OMR TND".split(" "));

const CURRENCY = /^[A-Z]{3}$/;
const DECIMAL = /^([+-]?)(\d{1,15})(?:\.(\d{1,12}))?$/;

/** Upper-case ISO 4217 code. @throws MoneyError when it is not three letters. */
export function normalizeCurrency(code: string): string {
  const upper = code.trim().toUpperCase();
  if (!CURRENCY.test(upper)) throw new MoneyError(`"${code}" is not a currency code such as USD`);
  return upper;
}

/** How many decimals a currency's minor unit has: 0, 2 or 3. */
export function minorDigits(currency: string): 0 | 2 | 3 {
  if (ZERO_DECIMAL.has(currency)) return 0;
  return THREE_DECIMAL.has(currency) ? 3 : 2;
}

/** The currencies whose minor unit has no, or three, decimals; all others have two. */
export function currenciesWith(digits: 0 | 3): readonly string[] {
  return [...(digits === 0 ? ZERO_DECIMAL : THREE_DECIMAL)];
}

/**
 * Exact decimal → minor units: "12.3" USD → 1230, "500" JPY → 500.
 * Accepts numbers, because providers send them, by their shortest decimal form. Accepts zeros beyond the
 * currency's digits ("500.00" JPY).
 * @throws MoneyError on anything that is not an exact amount of that currency.
 */
export function parseDecimal(value: string | number, currency: string): number {
  const text = typeof value === "number" ? numberText(value) : value.trim();
  const parts = DECIMAL.exec(text);
  if (!parts) throw new MoneyError(`"${text}" is not a decimal amount such as 12.34`);
  const [, sign, whole = "0", fraction = ""] = parts;
  const digits = minorDigits(currency);
  if (/[^0]/.test(fraction.slice(digits))) {
    throw new MoneyError(`"${text}" has more decimals than ${currency} allows (${digits})`);
  }
  const minor = Number(whole + fraction.slice(0, digits).padEnd(digits, "0"));
  if (!Number.isSafeInteger(minor)) throw new MoneyError(`"${text}" is too large`);
  return sign === "-" && minor !== 0 ? -minor : minor;
}

// Numbers such as 1e21 and 1e-7 print with exponents; neither is an amount of money.
function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new MoneyError(`${value} is not an amount`);
  return String(value);
}

/** Minor units → exact decimal string with the currency's own digits: 1230 USD → "12.30". */
export function toDecimal(minor: number, currency: string): string {
  return fixed(minor, minorDigits(currency));
}

/**
 * The wire's "string number": always at least two decimals, as the documented clients expect
 * ("500.00" for 500 JPY), three where the currency has three.
 */
export function toWireDecimal(minor: number, currency: string): string {
  const text = toDecimal(minor, currency);
  return minorDigits(currency) === 0 ? `${text}.00` : text;
}

function fixed(minor: number, digits: number): string {
  if (!Number.isSafeInteger(minor))
    throw new MoneyError(`${minor} is not an amount in minor units`);
  const sign = minor < 0 ? "-" : "";
  const text = String(Math.abs(minor)).padStart(digits + 1, "0");
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Exact sum of minor units. @throws MoneyError when it leaves the safe integers. */
export function sumMinor(amounts: Iterable<number>): number {
  let total = 0;
  for (const amount of amounts) total += amount;
  if (!Number.isSafeInteger(total)) throw new MoneyError("sum is too large");
  return total;
}
