import { addDays, daysBetween, toDayNumber } from "@/lib/dates";
import { formatAmount } from "@/lib/format";
import { groupBy } from "@/lib/group-by";
import { toDecimal } from "@/lib/money";
import {
  comparePayments,
  isPaymentOf,
  namedProcessor,
  type PaymentFit,
  unpairedPayments,
} from "./compare-payments";
import { type ExistingFacts, idsIn, type PayoutFacts, type Verdict, WINDOW_DAYS } from "./facts";

/** A link without a user needs a Deposit of about the same day. */
const CLOSE_DAYS = 5;
/** An amount that occurs twice within this many days recurs: it says nothing about which is which. */
const RECURS_WITHIN_DAYS = 21;

interface Candidate {
  payout: PayoutFacts;
  existing: ExistingFacts;
  days: number;
  fit: PaymentFit;
  isSameTotal: boolean;
  isNamed: boolean;
  namesProcessor: "same" | "other" | "none";
}

/**
 * Which Deposits in the books are whose, by evidence: each Deposit is given to one payout at most, and the other
 * way round. Certain is only what leaves no other reading: the payout's id or its payments' own numbers; or the same
 * total on about the same day in the same account with the payout's own payments, or none and the processor's
 * name, when no other payout and no other Deposit near has that total.
 * @param payouts all of the company around these days, decided ones too: they are rivals.
 */
export function judgeExisting(
  payouts: readonly PayoutFacts[],
  deposits: readonly ExistingFacts[],
): Verdict[] {
  const known = new Map(payouts.map((payout) => [payout.providerId, payout]));
  const byTotal = groupBy(deposits, totalOf);
  const payoutsByTotal = groupBy(payouts, ({ amount, currency }) => `${amount} ${currency}`);
  const around = depositsByDay(deposits);
  const considered = payouts.flatMap((payout) =>
    around(payout.date).flatMap((existing) => consider(payout, existing, known) ?? []),
  );
  const candidates = considered.filter(
    (candidate) =>
      candidate.fit.kind !== "part" ||
      !mayBeAnothers(candidate, { considered, payouts, payoutsByTotal }),
  );
  const recurs = ({ payout, existing }: Candidate) =>
    (byTotal.get(totalOf(existing)) ?? []).some(
      (other) => other !== existing && isNear(other.date, payout.date) && isSameBank(payout, other),
    ) ||
    (payoutsByTotal.get(totalOf(existing)) ?? []).some(
      (other) => other !== payout && isNear(other.date, existing.date),
    );
  const sure = candidates.filter(
    (candidate) =>
      isIdentified(candidate) ||
      (isTelling(candidate) && !recurs(candidate) && isAlone(candidate, candidates)),
  );
  const certain = sure.filter((one) => !sure.some((other) => other !== one && isRival(one, other)));
  return [...certain.map((each) => verdict(each, "certain")), ...likely(candidates, certain)];
}

/** @returns the deposits dated within {@link WINDOW_DAYS} of a day. */
function depositsByDay(deposits: readonly ExistingFacts[]) {
  const byDay = groupBy(deposits, ({ date }) => String(toDayNumber(date)));
  return (date: string): ExistingFacts[] => {
    const first = toDayNumber(date) - WINDOW_DAYS;
    return Array.from({ length: 2 * WINDOW_DAYS + 1 }, (_, index) => first + index).flatMap(
      (day) => byDay.get(String(day)) ?? [],
    );
  };
}

function totalOf({ total, currency }: { total: number; currency: string }): string {
  return `${total} ${currency}`;
}

/** Null where it can't be this payout's. */
function consider(
  payout: PayoutFacts,
  existing: ExistingFacts,
  known: ReadonlyMap<string, PayoutFacts>,
): Candidate | null {
  if (payout.state === "decided" || existing.isTaken || payout.refused.has(existing.id))
    return null;
  if (payout.amount <= 0 || existing.currency !== payout.currency) return null;
  const isSameTotal = existing.total === payout.amount;
  const days = daysBetween(payout.date, existing.date);
  const named = idsIn(existing.text).flatMap((word) => known.get(word) ?? []);
  const isNamed = named.includes(payout);
  if (named.some((other) => other !== payout)) return null;
  if (!isSameBank(payout, existing) && !isNamed) return null;
  // Nothing is deposited before it was paid; a day's difference is the time zone's.
  if (payout.lines.some(({ date }) => existing.date < addDays(date, -1))) return null;
  const fit = comparePayments(payout, existing);
  // What is open in the books is on no Deposit.
  if (payout.state === "matched" && fit.kind !== "none") return null;
  if (fit.kind === "differ" && !isNamed) return null;
  // Most of the payments say whose they are only together with the total.
  if (fit.kind === "part" && !isSameTotal && !isNamed) return null;
  if (!isSameTotal && fit.kind !== "fit" && !isNamed) return null;
  const namesProcessor = namedProcessor(existing.text, payout.processor);
  if (fit.kind === "none" && namesProcessor === "other" && !isNamed) return null;
  return { payout, existing, days, fit, isSameTotal, isNamed, namesProcessor };
}

/**
 * Whether a Deposit with most of a payout's payments may be another's: one of its other payments is, or another payout
 * or Deposit of that total fits as well, or a payout of that total whose payments aren't known to us.
 */
function mayBeAnothers(
  one: Candidate,
  all: {
    considered: readonly Candidate[];
    payouts: readonly PayoutFacts[];
    payoutsByTotal: ReadonlyMap<string, PayoutFacts[]>;
  },
): boolean {
  const { payout, existing, fit } = one;
  const { unknownBefore } = payout;
  // Its payments may be of a payout before the start date.
  const isOld = ({ date }: { date: string }) =>
    unknownBefore !== null && date < addDays(unknownBefore, CLOSE_DAYS);
  if (existing.payments.some(isOld)) return true;
  const others = all.payouts.filter(
    (other) => other !== payout && isNear(other.date, existing.date),
  );
  const left = unpairedPayments(payout, existing);
  if (left.some((payment) => others.some((other) => isPaymentOf(payment, other)))) return true;
  const alike = (all.payoutsByTotal.get(totalOf(existing)) ?? []).filter((other) =>
    others.includes(other),
  );
  if (alike.some((other) => comparePayments(other, existing).paired >= fit.paired)) return true;
  if (alike.some(({ lines }) => lines.length === 0)) return true;
  return all.considered.some(
    (other) =>
      other !== one &&
      other.payout === payout &&
      other.isSameTotal &&
      other.fit.paired >= fit.paired,
  );
}

function isSameBank({ bankId }: PayoutFacts, existing: ExistingFacts): boolean {
  return bankId === null || existing.bankId === "" || existing.bankId === bankId;
}

function isNear(left: string, right: string): boolean {
  return Math.abs(daysBetween(left, right)) <= RECURS_WITHIN_DAYS;
}

/** By an id or a number that no other payout has. */
function isIdentified({ payout, fit, isSameTotal, isNamed }: Candidate): boolean {
  if (!isSameTotal || payout.state !== "pending") return false;
  return (isNamed && !UNPROVED.has(fit.kind)) || fit.byReference;
}

const UNPROVED: ReadonlySet<PaymentFit["kind"]> = new Set(["differ", "unknown", "part"]);

function isTelling(candidate: Candidate): boolean {
  const { payout, existing, days, fit, isSameTotal, namesProcessor } = candidate;
  if (!isSameTotal || payout.state !== "pending" || Math.abs(days) > CLOSE_DAYS) return false;
  // Without both accounts there may be another bank.
  if (payout.bankId === null || existing.bankId === "" || namesProcessor === "other") return false;
  // An earlier payout of this total may be unknown to us.
  const since = addDays(payout.date, -CLOSE_DAYS - RECURS_WITHIN_DAYS);
  if (payout.unknownBefore !== null && since < payout.unknownBefore) return false;
  return fit.kind === "fit" ? fit.isClose : fit.kind === "none" && namesProcessor === "same";
}

/** Neither has another candidate. */
function isAlone(one: Candidate, candidates: readonly Candidate[]): boolean {
  return !candidates.some((other) => other !== one && isRival(one, other));
}

function isRival(one: Candidate, other: Candidate): boolean {
  return one.payout === other.payout || one.existing === other.existing;
}

/** The best of the rest, each payout and each Deposit once. */
function likely(candidates: readonly Candidate[], certain: readonly Candidate[]): Verdict[] {
  const done = [...certain];
  const chosen: Candidate[] = [];
  for (const candidate of candidates.toSorted(byStrength)) {
    if (done.some((other) => isRival(candidate, other))) continue;
    done.push(candidate);
    chosen.push(candidate);
  }
  return chosen.map((each) => verdict(each, "likely"));
}

function byStrength(left: Candidate, right: Candidate): number {
  return (
    strength(right) - strength(left) ||
    Math.abs(left.days) - Math.abs(right.days) ||
    left.payout.date.localeCompare(right.payout.date) ||
    left.payout.id - right.payout.id ||
    left.existing.id.localeCompare(right.existing.id)
  );
}

function strength({ isNamed, fit, isSameTotal, namesProcessor }: Candidate): number {
  return (
    (isNamed ? 32 : 0) +
    (fit.byReference ? 16 : 0) +
    (isSameTotal ? 8 : 0) +
    (fit.kind === "fit" ? 4 : 0) +
    (fit.kind === "part" ? 3 : 0) +
    (fit.isClose ? 2 : 0) +
    (namesProcessor === "same" ? 1 : 0)
  );
}

function verdict(candidate: Candidate, how: Verdict["verdict"]): Verdict {
  const { payout, existing } = candidate;
  return {
    payoutId: payout.id,
    existingId: existing.id,
    verdict: how,
    evidence: evidenceOf(candidate),
  };
}

function evidenceOf({
  payout,
  existing,
  days,
  fit,
  isSameTotal,
  isNamed,
  namesProcessor,
}: Candidate): string[] {
  const isKnownBank = payout.bankId !== null && payout.bankId === existing.bankId;
  return [
    ...(isNamed ? ["mentions this payout's ID"] : []),
    isSameTotal ? "same total" : otherTotal(payout, existing),
    ...(isKnownBank ? ["same account"] : []),
    dayWords(days),
    ...paymentWords(payout, fit, existing),
    ...(namesProcessor === "same" && !isNamed ? [`mentions ${payout.processor}`] : []),
  ];
}

function otherTotal({ amount, currency }: PayoutFacts, existing: ExistingFacts): string {
  if (existing.currency !== currency) return `total in ${existing.currency}`;
  return `total differs by ${formatAmount(toDecimal(Math.abs(existing.total - amount), currency))}`;
}

function dayWords(days: number): string {
  if (days === 0) return "same day";
  const count = Math.abs(days);
  return `${count} ${count === 1 ? "day" : "days"} ${days > 0 ? "later" : "earlier"}`;
}

function paymentWords(
  { lines }: PayoutFacts,
  { kind, byReference, paired, corrected }: PaymentFit,
  { payments, hasOthers }: ExistingFacts,
): string[] {
  const what = payments.length === 1 ? "its payment is" : `its ${payments.length} payments are`;
  switch (kind) {
    case "fit":
      return [byReference ? `${what} this payout's, by number` : `${what} this payout's charges`];
    case "sum":
      return ["its payments add up to this payout's charges"];
    case "none":
      return ["no customer payments on it"];
    case "part": {
      const charges = lines.filter((line) => line.kind === "charge").length;
      if (hasOthers) return [`${paired} of its payments are this payout's charges`];
      if (paired < payments.length) {
        const are = paired === 1 ? "is one" : "are";
        const wrong =
          corrected > 0 ? [`${corrected} with a wrong amount that a line corrects`] : [];
        const whose = paired === 1 ? "of this payout's charges" : "this payout's charges";
        return [`${paired} of its ${payments.length} payments ${are} ${whose}`, ...wrong];
      }
      if (paired >= charges) return [`${what} this payout's charges, some of them less their fees`];
      return [`${what} ${paired} of this payout's ${charges} charges`];
    }
    default:
      return [];
  }
}
