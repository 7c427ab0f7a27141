import { minorDigits, toDecimal } from "@/lib/money";
import type { PartOfPayment, UnmatchedReason } from "@/matching/engine/contract";

/** Never 100 % for an uncertain match: 0.999996 → ">99.99 %". */
export function percent(probability: number): string {
  const text = (probability * 100).toFixed(2);
  if (text === "100.00") return probability === 1 ? "100 %" : ">99.99 %";
  if (text === "0.00") return probability === 0 ? "0 %" : "<0.01 %";
  return `${text} %`;
}

/** Minor units formatted for display: 123456 USD → "1,234.56". */
export function amount(minor: number, currency: string): string {
  const [whole = "", fraction] = toDecimal(minor, currency).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return minorDigits(currency) === 0 ? grouped : `${grouped}.${fraction}`;
}

/** "250.00 of 500.00 of Sales Receipt 9104, the rest with po_2". @param lineId the line that is told about */
export function partText(
  { paymentId, amount: whole, currency, lines }: PartOfPayment,
  lineId: string,
): string {
  const own = lines.find((line) => line.lineId === lineId);
  const others = lines.filter((line) => line.lineId !== lineId);
  const elsewhere = new Set(others.map(({ depositId }) => depositId));
  const sum = lines.reduce((total, line) => total + line.amount, 0);
  const rest = [...elsewhere].join(" and ");
  const also = sum === whole ? "" : " and others";
  return `${amount(own?.amount ?? 0, currency)} of ${amount(whole, currency)} of ${paymentId}, the rest with ${rest}${also}`;
}

export const REASONS: Record<UnmatchedReason, string> = {
  no_candidate: "no candidate",
  ambiguous: "ambiguous: several fit equally well",
  currency_differs: "different currency",
  outside_window: "too far apart in time",
  already_explained: "its candidates are matched elsewhere",
  part_of_payment: "one payment for charges of several payouts",
};
