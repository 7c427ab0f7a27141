import type { SumProof } from "@/lib/contracts/deposits";
import type { LineKind } from "@/lib/contracts/values/deposits";
import { sumMinor, toWireDecimal } from "@/lib/money";

/** The description of an entry whose fee is predicted. */
export const PREDICTED_FEES = "Processing fees (estimated)";

const REFUNDS: ReadonlySet<LineKind> = new Set(["refund", "dispute", "dispute_reversal"]);

/** The inputs of a deposit's sum, in minor units. */
export interface SettlementDeposit {
  /** Net: what reaches the bank. */
  amount: number;
  lines: SettlementLine[];
}

export interface SettlementLine {
  id: number;
  kind: LineKind;
  description: string;
  gross: number;
  fee: number;
  net: number;
  /** The fee is predicted; the entry in the Deposit says so. */
  feePredicted?: boolean;
}

export interface SettlementMatch {
  /** Empty when the deposit is matched as a whole. */
  lineIds: number[];
  payments: { amount: number }[];
  adjustments: SettlementAdjustment[];
}

/** A signed amount that a match adds: a predicted fee, or a difference accepted on an account. */
export type SettlementAdjustment =
  | { kind: "fee"; amount: number; description: string }
  | { kind: "account"; amount: number; accountId: string; description: string };

/** A signed amount on an account. `accountId` null means the source's expense category. */
export interface SettlementEntry {
  amount: number;
  accountId: string | null;
  description: string;
}

export interface Settlement {
  /** Σ of linked customer payments. */
  payments: number;
  /** Usually ≤ 0. */
  fees: number;
  /** Refunds and disputes, including linked refund receipts. */
  refunds: number;
  /** Adjustments, reserves, accepted differences. */
  other: number;
  /** Payout − all of the above. */
  difference: number;
  /** Charges that no match explains. */
  openCharges: number;
  /** Explained to the cent: required for posting. */
  closes: boolean;
  /** The entries of the QuickBooks Deposit besides the linked payments. */
  entries: SettlementEntry[];
}

/**
 * Adds up a deposit: payments − fees − refunds ± other = payout. The only place where this sum is computed:
 * the screen, the decision to post and the Deposit itself all use it.
 */
export function settle(deposit: SettlementDeposit, matches: SettlementMatch[]): Settlement {
  const lines = new Map(deposit.lines.map((line) => [line.id, line]));
  const matched = new Set<number>();
  const entries: SettlementEntry[] = [];
  let payments = 0;
  let refunds = 0;
  let other = 0;
  let processorFees = 0;
  let predictedFees = 0;
  let openCharges = 0;

  for (const match of matches) {
    const own = match.lineIds.flatMap((id) => lines.get(id) ?? []);
    for (const line of own) matched.add(line.id);
    for (const { amount } of match.payments) {
      if (amount < 0) refunds += amount;
      else payments += amount;
    }
    for (const adjustment of match.adjustments) {
      const { amount, description } = adjustment;
      if (adjustment.kind === "fee") predictedFees += amount;
      else other += amount;
      const accountId = adjustment.kind === "fee" ? null : adjustment.accountId;
      entries.push({ amount, accountId, description });
    }
    processorFees -= feesBesides(match, own);
  }
  for (const line of deposit.lines) {
    if (matched.has(line.id)) continue;
    if (line.kind === "charge") {
      openCharges += 1;
    } else if (line.kind === "fee") {
      processorFees += line.net;
    } else {
      if (REFUNDS.has(line.kind)) refunds += line.gross;
      else other += line.gross;
      processorFees -= line.fee;
      if (line.gross !== 0) {
        entries.push({ amount: line.gross, accountId: null, description: line.description });
      }
    }
  }
  if (processorFees !== 0) {
    const predicted = deposit.lines.some((line) => line.feePredicted);
    const description = predicted ? PREDICTED_FEES : "Processing fees";
    entries.push({ amount: processorFees, accountId: null, description });
  }

  const fees = processorFees + predictedFees;
  const difference = deposit.amount - payments - fees - refunds - other;
  const closes = difference === 0 && openCharges === 0 && matches.length > 0;
  return { payments, fees, refunds, other, difference, openCharges, closes, entries };
}

/** The fees of a match's lines; zero when the books already hold the payments net of fees. */
function feesBesides(match: SettlementMatch, lines: SettlementLine[]): number {
  const fee = lines.reduce((total, line) => total + line.fee, 0);
  const net = lines.reduce((total, line) => total + line.net, 0);
  const covered = sum(match.payments) + sum(match.adjustments);
  return fee !== 0 && covered === net ? 0 : fee;
}

function sum(parts: { amount: number }[]): number {
  return sumMinor(parts.map((part) => part.amount));
}

/**
 * The match of payments that the user selects for a deposit. They explain all its charges, and its refunds
 * too if they include a refund receipt.
 */
export function matchByHand(lines: SettlementLine[], amounts: number[]): SettlementMatch {
  const withRefunds = amounts.some((amount) => amount < 0);
  const explained = lines.filter(
    ({ kind }) => kind === "charge" || (withRefunds && kind === "refund"),
  );
  return {
    lineIds: explained.map(({ id }) => id),
    payments: amounts.map((amount) => ({ amount })),
    adjustments: [],
  };
}

/** The sum as sent to clients. @param payout in minor units */
export function toSumProof(settlement: Settlement, payout: number, currency: string): SumProof {
  const wire = (amount: number) => toWireDecimal(amount, currency);
  return {
    payments: wire(settlement.payments),
    fees: wire(settlement.fees),
    refunds: wire(settlement.refunds),
    other: wire(settlement.other),
    difference: wire(settlement.difference),
    payout: wire(payout),
    closes: settlement.closes,
  };
}
