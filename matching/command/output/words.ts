import { minorDigits, toDecimal } from "@/lib/money";
import type { UnmatchedReason } from "@/matching/engine/contract";

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

export const REASONS: Record<UnmatchedReason, string> = {
  no_candidate: "no candidate",
  ambiguous: "ambiguous: several fit equally well",
  currency_differs: "different currency",
  outside_window: "too far apart in time",
  already_explained: "its candidates are matched elsewhere",
};
