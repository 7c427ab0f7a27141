import type { BookingKind } from "@/lib/constants/bookings";
import type { LineKind } from "@/lib/constants/deposits";
import type { SumProof } from "@/lib/contracts/match-views";
import { bookingKind, feeKind } from "@/lib/line-bookings";
import { sumMinor, toWireDecimal } from "@/lib/money";

export const PREDICTED_FEES = "Processing fees (estimated)";
export const PROCESSING_FEES = "Processing fees";

const DISPUTES: ReadonlySet<LineKind> = new Set(["dispute", "dispute_reversal"]);
const REFUNDS: ReadonlySet<LineKind> = new Set(["refund", ...DISPUTES]);

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
  /** The processor's own name of the kind. */
  providerKind?: string;
  /** Chosen for this line or for all of its kind: the account of its amount without a payment, and of its fee. */
  accountId?: string | null;
  feeAccountId?: string | null;
  /** Of both. */
  tags?: EntryTags | undefined;
}

export interface SettlementMatch {
  /** Empty when the deposit is matched as a whole. */
  lineIds: number[];
  payments: { amount: number }[];
  adjustments: SettlementAdjustment[];
}

/** Of the books: a customer, or a class. */
export interface Named {
  id: string;
  name: string;
}

/** For whom and for what part of the business an amount is booked, where a user said so. */
export interface EntryTags {
  customer?: Named | undefined;
  class?: Named | undefined;
}

/** A signed amount that a match adds: a predicted fee, or a difference accepted on an account. */
export type SettlementAdjustment =
  | { kind: "fee"; amount: number; description: string }
  | ({
      kind: "account";
      amount: number;
      accountId: string;
      accountName?: string;
      description: string;
    } & EntryTags);

/**
 * A signed amount on an account. `accountId` null: the source's expense category for a fee; for any other
 * kind, a user has to choose one.
 */
export interface SettlementEntry extends EntryTags {
  kind: BookingKind | "difference";
  /** Null for what several lines add up to, and for what a match adds. */
  lineId: number | null;
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
  /** The part of the refunds that disputes took, less what they gave back. */
  disputes: number;
  /** Adjustments, reserves, accepted differences. */
  other: number;
  /** Payout − all of the above. */
  difference: number;
  /** Charges that no match explains: how many, before fees, and their fees (usually ≤ 0). */
  openCharges: number;
  openGross: number;
  openFees: number;
  /** Explained to the cent: required for posting. */
  closes: boolean;
  /** The entries of the QuickBooks Deposit besides the linked payments. */
  entries: SettlementEntry[];
  /** Those of them that wait for an account: nothing is posted until each has one. */
  unbooked: UnbookedEntry[];
}

export type UnbookedEntry = SettlementEntry & { kind: BookingKind; lineId: number };

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
  let disputes = 0;
  let other = 0;
  let processorFees = 0;
  let besides = 0;
  let openCharges = 0;
  let openGross = 0;
  let openFees = 0;

  const bookFee = (line: SettlementLine) => {
    if (feeKind(line) === "fee") {
      processorFees -= line.fee;
    } else if (line.fee !== 0) {
      besides -= line.fee;
      entries.push(feeEntry(line));
    }
  };
  for (const match of matches) {
    const own = match.lineIds.flatMap((id) => lines.get(id) ?? []);
    for (const line of own) matched.add(line.id);
    const isDispute = own.length > 0 && own.every(({ kind }) => DISPUTES.has(kind));
    for (const { amount } of match.payments) {
      if (amount < 0) refunds += amount;
      else payments += amount;
      if (amount < 0 && isDispute) disputes += amount;
    }
    for (const adjustment of match.adjustments) {
      if (adjustment.kind === "fee") besides += adjustment.amount;
      else other += adjustment.amount;
      entries.push(adjustmentEntry(adjustment));
    }
    if (hasFeesBesides(match, own)) own.forEach(bookFee);
  }
  for (const line of deposit.lines) {
    if (matched.has(line.id)) continue;
    if (line.kind === "charge") {
      openCharges += 1;
      openGross += line.gross;
      openFees -= line.fee;
    } else if (bookingKind(line) === "fee") {
      processorFees += line.net;
    } else if (line.kind === "fee") {
      besides += line.net;
      if (line.net !== 0) entries.push(lineEntry(line, line.net));
    } else {
      if (REFUNDS.has(line.kind)) refunds += line.gross;
      else other += line.gross;
      if (DISPUTES.has(line.kind)) disputes += line.gross;
      bookFee(line);
      if (line.gross !== 0) entries.push(lineEntry(line, line.gross));
    }
  }
  if (processorFees !== 0) entries.push(feesEntry(deposit, processorFees));

  const fees = processorFees + besides;
  const difference = deposit.amount - payments - fees - refunds - other;
  const closes = difference === 0 && openCharges === 0 && matches.length > 0;
  const unbooked = entries.filter(isUnbooked);
  const sums = { payments, fees, refunds, disputes, other, difference };
  return { ...sums, openCharges, openGross, openFees, closes, entries, unbooked };
}

function lineEntry(line: SettlementLine, amount: number): SettlementEntry {
  const { id: lineId, accountId = null, description, tags } = line;
  return { kind: bookingKind(line), lineId, amount, accountId, description, ...tags };
}

function feeEntry(line: SettlementLine): SettlementEntry {
  const { id: lineId, fee, feeAccountId: accountId = null, tags } = line;
  const description = "Dispute fee";
  return { kind: feeKind(line), lineId, amount: -fee, accountId, description, ...tags };
}

function feesEntry({ lines }: SettlementDeposit, amount: number): SettlementEntry {
  const description = lines.some((line) => line.feePredicted) ? PREDICTED_FEES : PROCESSING_FEES;
  return { kind: "fee", lineId: null, amount, accountId: null, description };
}

function adjustmentEntry(adjustment: SettlementAdjustment): SettlementEntry {
  const { amount, description } = adjustment;
  if (adjustment.kind === "fee") {
    return { kind: "fee", lineId: null, amount, accountId: null, description };
  }
  const { accountId, customer, class: ofClass } = adjustment;
  const tags = { customer, class: ofClass };
  return { kind: "difference", lineId: null, amount, accountId, description, ...tags };
}

/** A fee without an account waits for the expense category, which is the source's own setting. */
function isUnbooked(entry: SettlementEntry): entry is UnbookedEntry {
  return entry.accountId === null && entry.kind !== "fee";
}

/** Whether a match's fees are still to be booked: not when the books already hold the payments net of them. */
function hasFeesBesides(match: SettlementMatch, lines: SettlementLine[]): boolean {
  const fee = lines.reduce((total, line) => total + line.fee, 0);
  const net = lines.reduce((total, line) => total + line.net, 0);
  return fee === 0 || sum(match.payments) + sum(match.adjustments) !== net;
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
    disputes: wire(settlement.disputes),
    other: wire(settlement.other),
    difference: wire(settlement.difference),
    open_charges: settlement.openCharges,
    open: wire(settlement.openGross),
    open_fees: wire(settlement.openFees),
    payout: wire(payout),
    closes: settlement.closes,
  };
}
