import { MoneyError, minorDigits, parseDecimal } from "@/lib/money";
import type { AmountText, DecimalSign } from "./amount-text";
import { CellError, type Place, placeText, TableError } from "./errors";

interface Unclear {
  text: string;
  place: Place;
  sign: DecimalSign;
  currency: string;
}

/**
 * Which character is the decimal sign of a table, from all its amounts. "3.000" is three thousand where the table
 * writes "2.345,10", and for a currency with two decimals never three.
 */
export class DecimalSignEvidence {
  private readonly proofs = new Map<
    DecimalSign,
    { text: string; place: Place; fraction: number }
  >();
  /** By sign, and by whether the currency has three decimals. */
  private readonly unclear = new Map<string, Unclear>();

  see(
    text: string,
    { proves, unclear, fraction }: AmountText,
    currency: string,
    place: Place,
  ): void {
    if (proves !== null) {
      const known = this.proofs.get(proves);
      if (!known || known.fraction < fraction.length) {
        this.proofs.set(proves, { text, place: { ...place }, fraction: fraction.length });
      }
    }
    if (unclear === null) return;
    const key = unclear + (minorDigits(currency) === 3);
    if (this.unclear.has(key)) return;
    this.unclear.set(key, { text, place: { ...place }, sign: unclear, currency });
  }

  /** Whether both decimal signs give every amount seen the same value. */
  readsAlike(one: DecimalSign | null, other: DecimalSign | null): boolean {
    return [...this.unclear.values()].every(({ sign }) => (sign === one) === (sign === other));
  }

  /**
   * @param usual the decimal sign of the format, for currencies with three decimals
   * @returns null when nothing needs one: three digits after the only separator are thousands
   * @throws TableError with the two readings of an amount that nothing decides
   */
  decide(option: string, usual: DecimalSign | null): DecimalSign | null {
    const [point, comma] = [this.proofs.get("."), this.proofs.get(",")];
    const proven = point && comma ? null : point ? "." : comma ? "," : null;
    for (const one of this.unclear.values()) {
      const isMixed = point !== undefined && comma !== undefined;
      const hasThree = minorDigits(one.currency) === 3;
      if (!isMixed && proven !== null && proven !== one.sign) continue;
      if (!isMixed && proven === one.sign) {
        const proof = this.proofs.get(proven);
        if (hasThree || (proof && proof.fraction > 2)) continue;
        throw new TableError(mistake(one, proof?.text ?? "", proof?.place, option));
      }
      if (!isMixed && hasThree && usual !== null) continue;
      if (!isMixed && !hasThree && one.sign === ",") continue;
      throw new TableError(undecided(one, point, comma, option));
    }
    return proven ?? ([...this.unclear.values()].some(needsSign) ? usual : null);
  }
}

function needsSign({ currency }: Unclear): boolean {
  return minorDigits(currency) === 3;
}

/** Minor units. `sign` decides what three digits after the only separator are; null: thousands. @throws CellError */
export function minorUnits(amount: AmountText, sign: DecimalSign | null, currency: string): number {
  const { whole, fraction, unclear } = amount;
  const isDecimals = unclear !== null && unclear === sign;
  const plain = isDecimals
    ? `${whole.slice(0, -3)}.${whole.slice(-3)}`
    : fraction === ""
      ? whole
      : `${whole}.${fraction}`;
  try {
    const minor = parseDecimal(plain, currency);
    return amount.isNegative && minor !== 0 ? -minor : minor;
  } catch (error) {
    if (error instanceof MoneyError) throw new CellError(error.message);
    throw error;
  }
}

const WORDS = { ".": "point", ",": "comma" } as const;

function readings({ text, sign }: Unclear): string {
  const [, whole = "", rest = ""] = /([1-9]\d{0,2})[.,](\d{3})/.exec(text) ?? [];
  return `${whole}${rest} if the ${WORDS[sign]} separates thousands, ${whole}.${rest} if it is the decimal sign`;
}

function undecided(one: Unclear, point: unknown, comma: unknown, option: string): string {
  const why = point && comma ? "other amounts use both" : "no other amount decides it";
  return `${placeText(one.place)}: "${one.text}" is ${readings(one)}, and ${why}; say which with ${option} "." or ","`;
}

function mistake(one: Unclear, text: string, place: Place | undefined, option: string): string {
  const where = place ? ` in row ${place.row}` : "";
  const other = one.sign === "." ? "," : ".";
  return `${placeText(one.place)}: "${one.text}" has three digits after the ${WORDS[one.sign]}, which is the decimal sign of "${text}"${where}; correct the amount, or say which is the decimal sign with ${option} "${one.sign}" or "${other}"`;
}
