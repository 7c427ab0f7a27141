import type { LineKind } from "@/lib/constants/deposits";

/** What an event code (T-code) means for the balance. The first two digits are its group. */
interface Meaning {
  kind: LineKind;
  /** For people. */
  name: string;
}

const SINGLE: Readonly<Record<string, Meaning>> = {
  T0101: { kind: "fee", name: "Monthly fee" },
  T0106: { kind: "fee", name: "Chargeback fee" },
  T0107: { kind: "fee", name: "Payment fee" },
  T0113: { kind: "fee", name: "Partner fee" },
  T1101: { kind: "other", name: "Returned transfer" },
  T1105: { kind: "reserve", name: "Release of a hold" },
  T1106: { kind: "dispute", name: "Reversal by PayPal" },
  T1107: { kind: "refund", name: "Refund" },
  T1108: { kind: "fee", name: "Fee reversal" },
  T1109: { kind: "fee", name: "Fee refund" },
  T1110: { kind: "reserve", name: "Hold for a dispute" },
  T1111: { kind: "reserve", name: "End of a hold for a dispute" },
  T1200: { kind: "adjustment", name: "Adjustment" },
  T2102: { kind: "reserve", name: "Release of a hold" },
  T2103: { kind: "reserve", name: "Reserve" },
  T2104: { kind: "reserve", name: "Release of a reserve" },
  T2105: { kind: "reserve", name: "Payment review" },
  T2106: { kind: "reserve", name: "End of a payment review" },
  T2107: { kind: "reserve", name: "Hold of a payment" },
  T2108: { kind: "reserve", name: "Release of a payment" },
  T2111: { kind: "reserve", name: "Payment not yet available" },
  T2112: { kind: "reserve", name: "Payment available" },
  T0200: { kind: "other", name: "Currency conversion" },
  T0201: { kind: "other", name: "Currency conversion by you" },
  T0202: { kind: "other", name: "Currency conversion to cover a balance" },
};

const GROUPS: Readonly<Record<string, Meaning>> = {
  "00": { kind: "charge", name: "Payment" },
  "01": { kind: "fee", name: "Fee" },
  "02": { kind: "other", name: "Currency conversion" },
  "03": { kind: "other", name: "Transfer from the bank" },
  "05": { kind: "adjustment", name: "Debit card" },
  "06": { kind: "adjustment", name: "Card withdrawal" },
  "07": { kind: "adjustment", name: "Card funding" },
  "08": { kind: "adjustment", name: "Bonus" },
  "09": { kind: "adjustment", name: "Incentive" },
  "11": { kind: "adjustment", name: "Reversal" },
  "12": { kind: "dispute", name: "Dispute" },
  "14": { kind: "adjustment", name: "Dividend" },
  "15": { kind: "reserve", name: "Hold" },
  "17": { kind: "adjustment", name: "Withdrawal to elsewhere" },
  "19": { kind: "adjustment", name: "Adjustment" },
  "20": { kind: "adjustment", name: "Transfer between accounts" },
  "21": { kind: "reserve", name: "Hold" },
  "22": { kind: "adjustment", name: "Restricted balance" },
  "23": { kind: "adjustment", name: "Tax withheld" },
  "97": { kind: "adjustment", name: "Payable or receivable" },
};

/** "04" of "T0400". */
export function groupOf(code: string): string {
  return /^T(\d\d)\d\d$/.exec(code)?.[1] ?? "";
}

/** @param amount signed: money that comes in is a charge, money sent is none. */
export function meaningOf(code: string, amount: number): Meaning {
  const group = groupOf(code);
  if (group === "00" && amount < 0) return { kind: "adjustment", name: "Payment sent" };
  const found = SINGLE[code] ?? GROUPS[group] ?? { kind: "other", name: "Other movement" };
  return found.kind === "dispute" && amount > 0
    ? { kind: "dispute_reversal", name: found.name }
    : found;
}

/** A transfer to the bank, which is what becomes a deposit. */
export function isWithdrawal(code: string): boolean {
  return groupOf(code) === "04";
}

/** Money that a bank sent back. */
export function returnsWithdrawal(code: string): boolean {
  return code === "T1101";
}

export function isConversion(code: string): boolean {
  return groupOf(code) === "02";
}

/** Authorizations, and rows that are only displayed, never move a balance. */
function neverMoves(code: string): boolean {
  return ["13", "98"].includes(groupOf(code));
}

/**
 * Whether a row may have moved the balance. A reversed one (V) did: what takes it back is another row. A withdrawal does while
 * it is pending.
 */
export function movesBalance({ kind, status }: { kind: string; status: string }): boolean {
  if (neverMoves(kind) || status === "D") return false;
  return status !== "P" || isWithdrawal(kind);
}
