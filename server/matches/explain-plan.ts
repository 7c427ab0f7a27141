import { settle } from "@/lib/settlement";
import type { OpenRecord } from "@/matching/engine/continue-match";
import type { Match } from "@/matching/engine/contract";
import type { Findings, LineCode, LineFinding, PaymentFact } from "@/server/deposits/findings";
import type { PaymentRow } from "./engine/jobs";
import type { Plan, PlannedDeposit, PlannedMatch } from "./plan-deposits";

/** Of payments in one finding. */
const MAX_PAYMENTS = 3;
/** A payment that is less likely than this is no reason to ask. */
const MIN_PROBABILITY = 0.05;

type Facts = (paymentId: string) => PaymentFact | undefined;

/** What is asked about the books. */
interface Books {
  /** A payment in the books. */
  facts: Facts;
  /** The open payment of the line's customer that may be a part of it. */
  partOf(depositId: string, lineId: string): string | null;
  /** The day of another payout. */
  dayOf(depositId: string): string;
}

/** What the engine says of a deposit's lines besides the matches of its plan. */
interface Unplanned {
  /** Without a match. */
  open: readonly OpenRecord[];
  /** Matched with payments in another currency. */
  exchanged: readonly Match[];
}

type Candidate = OpenRecord["candidates"][number];

/**
 * Why a deposit stays open under a plan, as it is stored with the deposit; null where nothing is open.
 */
export function explainPlan(
  deposit: PlannedDeposit,
  { matches, status }: Plan,
  { open, exchanged }: Unplanned,
  books: Books,
): Findings | null {
  const { facts } = books;
  if (status === "matched") return null;
  const lines = [
    ...matches.flatMap((match) => describeMatch(match, facts) ?? []),
    ...open
      .map((record) => describeOpen(deposit, record, books))
      .filter((finding) => finding.code !== "missing" || isCharge(deposit, finding)),
    ...exchanged.flatMap((match) => describeExchanged(match, facts)),
  ];
  const settlement = settle(deposit.settlement, [
    ...deposit.decided,
    ...matches.map(({ match, adjustments }) => ({
      lineIds: match.lineIds.map(Number),
      payments: match.paymentIds.map((id) => ({ amount: facts(id)?.amount ?? 0 })),
      adjustments,
    })),
  ]);
  return {
    lines: lines.toSorted((a, b) => (a.lineId ?? 0) - (b.lineId ?? 0)),
    unbooked: settlement.unbooked.map(({ lineId }) => lineId),
    difference: open.length + exchanged.length > 0 ? 0 : settlement.difference,
  };
}

/** What else is not in the books is booked to an account. */
function isCharge({ settlement }: PlannedDeposit, { lineId }: LineFinding): boolean {
  const line = settlement.lines.find(({ id }) => id === lineId);
  return line === undefined || line.kind === "charge";
}

/** Null for a sure match. */
function describeMatch({ match, decision }: PlannedMatch, facts: Facts): LineFinding | null {
  if (decision === "auto") return null;
  const { lineIds, paymentIds, difference, probability, evidence } = match;
  const [lineId] = lineIds;
  const isApart = difference !== 0 && lineIds.length > 0;
  const payments = paymentIds.flatMap((id) => facts(id) ?? []);
  const amount = payments.reduce((total, payment) => total + payment.amount, 0);
  return {
    lineId: lineId === undefined ? null : Number(lineId),
    code: isApart ? differing(difference, evidence) : "suggested",
    probability,
    ...(isApart && causeOf(difference, evidence)),
    payments: payments.slice(0, MAX_PAYMENTS),
    ...(payments.length > 1 && { group: { payments: payments.length, amount } }),
    invoice: null,
  };
}

/** Each line of a match with payments in the currency that the customer paid. */
function describeExchanged(match: Match, facts: Facts): LineFinding[] {
  const { exchange, probability, paymentIds } = match;
  const payments = paymentIds.flatMap((id) => facts(id) ?? []).slice(0, MAX_PAYMENTS);
  if (!exchange) return [];
  const { settled, paid, worth = null } = exchange;
  // Another currency than the payout's says nothing of what the exchange made.
  const comparable = worth?.currency === settled.currency && match.lineIds.length === 1;
  return match.lineIds.map((lineId) => ({
    ...{ lineId: Number(lineId), code: "currency_differs", probability, payments },
    exchange: { paid, worth: comparable ? worth : null },
    invoice: null,
  }));
}

function describeOpen(
  { settlement }: PlannedDeposit,
  record: OpenRecord,
  { facts, partOf, dayOf }: Books,
): LineFinding {
  if (record.partOf) return describePart(record, record.partOf, { facts, dayOf });
  const likely = record.candidates.filter(
    ({ paymentId, probability }) => probability >= MIN_PROBABILITY && facts(paymentId),
  );
  const gross =
    settlement.lines.find(({ id }) => String(id) === record.lineId)?.gross ?? settlement.amount;
  const [code, chosen] = withPart(record, judge(record, likely, gross, facts), partOf);
  const [nearest] = code === "partly_paid" || code === "amount_differs" ? chosen : [];
  const paid = nearest && facts(nearest.paymentId)?.amount;
  const evidence = likely.find(({ paymentId }) => paymentId === nearest?.paymentId)?.evidence;
  return {
    lineId: record.lineId === null ? null : Number(record.lineId),
    code,
    probability: chosen[0]?.probability ?? 0,
    ...(paid !== undefined && evidence && causeOf(paid - gross, evidence)),
    payments: chosen.flatMap(({ paymentId }) => facts(paymentId) ?? []).slice(0, MAX_PAYMENTS),
    invoice: null,
  };
}

/** A payment for charges of several payouts is none of theirs alone. */
function describePart(
  { lineId, candidates }: OpenRecord,
  { paymentId, lines }: NonNullable<OpenRecord["partOf"]>,
  { facts, dayOf }: Pick<Books, "facts" | "dayOf">,
): LineFinding {
  return {
    ...{ lineId: lineId === null ? null : Number(lineId), code: "part_of_payment" },
    probability: candidates.find((each) => each.paymentId === paymentId)?.probability ?? 0,
    payments: [facts(paymentId) ?? []].flat(),
    otherParts: lines
      .filter((line) => line.lineId !== lineId)
      .map(({ depositId, amount }) => ({ amount, date: dayOf(depositId) })),
    invoice: null,
  };
}

/** What is between two amounts that differ by more than a fee or a slip. @param difference payments − charge */
function causeOf(
  difference: number,
  evidence: readonly { field: string; level: string }[],
): Pick<LineFinding, "cause"> {
  const isMore = evidence.some(({ field, level }) => field === "amount" && level === "different");
  return isMore ? { cause: difference < 0 ? "tip" : "other_means" } : {};
}

/** Amounts that differ much are not compared: a smaller payment of the same customer is looked for by name. */
function withPart(
  { depositId, lineId }: OpenRecord,
  judged: [LineCode, Chosen],
  partOf: Books["partOf"],
): [LineCode, Chosen] {
  const part = judged[0] === "missing" && lineId !== null ? partOf(depositId, lineId) : null;
  return part === null ? judged : ["partly_paid", [{ paymentId: part, probability: 0 }]];
}

type Chosen = { paymentId: string; probability: number }[];

function judge(
  { reason, equalPaymentIds }: OpenRecord,
  likely: Candidate[],
  gross: number,
  facts: Facts,
): [LineCode, Chosen] {
  const free = likely.filter(({ matchedWith }) => matchedWith === null);
  const equal = free.filter(isEqual);
  if (equal.length > 0) return ["ambiguous", equal];
  const near = free.find(isOfCustomer);
  if (near) {
    const paid = facts(near.paymentId)?.amount ?? 0;
    return [differing(paid - gross, near.evidence), [near]];
  }
  const taken = likely.filter((each) => each.matchedWith !== null && isEqual(each));
  if (taken.length > 0) return ["already_matched", taken];
  if (reason === "outside_window" || reason === "currency_differs") {
    const others = equalPaymentIds.map((paymentId) => ({ paymentId, probability: 0 }));
    if (others.length > 0) return [reason, others];
  }
  return ["missing", []];
}

/** @param difference payments − charge, minor units */
function differing(
  difference: number,
  evidence: readonly { field: string; level: string }[],
): LineCode {
  const isSwapped = evidence.some(({ level }) => level === "transposed_digits");
  return difference < 0 && !isSwapped ? "partly_paid" : "amount_differs";
}

const EQUAL_LEVELS: ReadonlySet<string> = new Set(["exact_gross", "exact_net", "predicted_fee"]);

function isEqual({ evidence }: Candidate): boolean {
  return evidence.some(({ field, level }) => field === "amount" && EQUAL_LEVELS.has(level));
}

function isOfCustomer({ evidence }: Candidate): boolean {
  return evidence.some(
    ({ field, weight }) => (field === "customer" || field === "reference") && weight > 0,
  );
}

/** What a finding says of a payment; undefined for one that is no longer in the books. */
export function toPaymentFact(payment: PaymentRow | undefined): PaymentFact | undefined {
  if (!payment) return undefined;
  const { quickbooksId, kind, input } = payment;
  return {
    id: Number(input.id),
    kind,
    quickbooksId,
    number: input.reference ?? "",
    customer: input.customerName ?? "",
    amount: input.amount,
    currency: input.currency,
    date: input.date,
  };
}
