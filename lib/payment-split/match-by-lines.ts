import { nameLikeness } from "@/lib/name-likeness";
import type { HandMatch, PickedLines, PickedPayment, Tie } from "@/lib/payment-split/types";
import {
  matchByHand,
  type Settlement,
  type SettlementAdjustment,
  type SettlementLine,
  settle,
} from "@/lib/settlement";

/** The matches that a user's choice makes, and what is left over, in minor units. */
interface ByLines {
  matches: HandMatch[];
  /** Payout − all that explains it, before it is booked; 0 when it adds up. */
  difference: number;
}

/**
 * The matches of payments that a user picked for a deposit: one for each line where the user, the amounts or the
 * names say which payment belongs to it, and one for all that is left. One match of everything together where that
 * would change the sum. Pure, so that the screen shows what the server will do.
 *
 * @param book makes the entry of a difference that the user accepts; it stays open without
 */
export function matchByLines(
  picked: PickedLines,
  book?: (difference: number) => SettlementAdjustment,
): ByLines {
  const all = together(openLines(picked), picked.payments);
  const group = addUp(picked, [all]);
  for (const matches of divisions(picked)) {
    const sum = addUp(picked, matches);
    // The sum stays as it is, unless only the single lines add up: some recorded with their fee, some without.
    const isBetter = sum.closes && !group.closes;
    if (!isBetter && !hasSameAmounts(sum, group)) continue;
    if (sum.closes) return { matches, difference: 0 };
    const booked = book ? withEntry(picked, matches, book(sum.difference)) : matches;
    if (booked) return { matches: booked, difference: sum.difference };
  }
  const { difference } = group;
  if (difference === 0 || !book) return { matches: [all], difference };
  return { matches: [{ ...all, adjustments: [book(difference)] }], difference };
}

/** What the deposit adds up to with these matches. */
export function addUp({ deposit, decided }: PickedLines, matches: HandMatch[]): Settlement {
  return settle(deposit, [...decided, ...matches]);
}

/** Ways to divide the picked payments among the lines; every line and every payment is in one of the matches. */
function divisions(picked: PickedLines): HandMatch[][] {
  const tied = tiedMatches(picked);
  const isTied = new Set(tied.flatMap(({ lineIds }) => lineIds));
  const isUsed = new Set(tied.flatMap(({ paymentIds }) => paymentIds));
  const lines = openLines(picked).filter(({ id }) => !isTied.has(id));
  const payments = picked.payments.filter(({ id }) => !isUsed.has(id));
  return pairByAmount(lines, payments, picked.customers).flatMap((pairs) => {
    const paired = new Set(pairs.map(({ lineId }) => lineId));
    const paying = new Set(pairs.map(({ paymentId }) => paymentId));
    const left = payments.filter(({ id }) => !paying.has(id));
    const other = together(
      lines.filter(({ id }) => !paired.has(id)),
      left,
    );
    const matches = [...tied, ...pairs.map((pair) => toMatch(picked, [pair]))];
    if (left.length === 0 && other.lineIds.length === 0) return [matches];
    // Nothing is matched with nothing.
    return left.length === 0 || other.lineIds.length === 0 ? [] : [[...matches, other]];
  });
}

/** Lines and payments that the user tied to each other, directly or through others, are one match. */
function tiedMatches({ ties, ...picked }: PickedLines): HandMatch[] {
  const groups: Tie[][] = [];
  for (const tie of ties) {
    const own = groups.filter((group) =>
      group.some(({ lineId, paymentId }) => lineId === tie.lineId || paymentId === tie.paymentId),
    );
    for (const group of own) groups.splice(groups.indexOf(group), 1);
    groups.push([...own.flat(), tie]);
  }
  return groups.map((group) => toMatch(picked, group));
}

function toMatch({ payments }: Pick<PickedLines, "payments">, ties: readonly Tie[]): HandMatch {
  const paymentIds = [...new Set(ties.map(({ paymentId }) => paymentId))];
  return {
    lineIds: [...new Set(ties.map(({ lineId }) => lineId))],
    paymentIds,
    payments: payments.filter(({ id }) => paymentIds.includes(id)),
    adjustments: [],
  };
}

/** All of them in one match. */
function together(lines: SettlementLine[], payments: PickedLines["payments"]): HandMatch {
  const match = matchByHand(
    lines,
    payments.map(({ amount }) => amount),
  );
  return { ...match, paymentIds: payments.map(({ id }) => id) };
}

function openLines({ deposit, decided }: PickedLines): SettlementLine[] {
  const isDecided = new Set(decided.flatMap(({ lineIds }) => lineIds));
  return deposit.lines.filter(({ id }) => !isDecided.has(id));
}

const AMOUNTS = ["payments", "fees", "refunds", "other", "difference", "openCharges"] as const;

function hasSameAmounts(a: Settlement, b: Settlement): boolean {
  return AMOUNTS.every((name) => a[name] === b[name]);
}

/** The entry with one of the matches, so that all of them add up; null where no match can have it. */
function withEntry(
  picked: PickedLines,
  matches: HandMatch[],
  entry: SettlementAdjustment,
): HandMatch[] | null {
  const grossOf = new Map(picked.deposit.lines.map(({ id, gross }) => [id, gross]));
  const missing = ({ lineIds, payments }: HandMatch) =>
    lineIds.reduce((sum, id) => sum + (grossOf.get(id) ?? 0), 0) -
    payments.reduce((sum, { amount }) => sum + amount, 0);
  const likely = [...matches].sort(
    (a, b) => Math.abs(missing(a) - entry.amount) - Math.abs(missing(b) - entry.amount),
  );
  for (const chosen of likely) {
    const booked = matches.map((match) =>
      match === chosen ? { ...match, adjustments: [entry] } : match,
    );
    if (addUp(picked, booked).closes) return booked;
  }
  return null;
}

/** A line's amount in the books: as the customer paid it, or less the fee. */
type Reading = (line: SettlementLine) => number;

const GROSS: Reading = ({ gross }) => gross;
const NET: Reading = ({ net }) => net;

/** Kinds of lines that payments in the books record. */
const PAID: ReadonlySet<SettlementLine["kind"]> = new Set(["charge", "refund"]);

/**
 * The lines that one payment alone can belong to: by its amount, and among equal amounts by the customer.
 * Twice, with the gross amounts first and with the net amounts first, because the books may hold either.
 * @param customers of the lines, by id
 */
function pairByAmount(
  lines: readonly SettlementLine[],
  payments: readonly PickedPayment[],
  customers: ReadonlyMap<number, string>,
): Tie[][] {
  const paid = lines.filter(({ kind }) => PAID.has(kind));
  return [
    [GROSS, NET],
    [NET, GROSS],
  ].map((readings) => {
    const pairs: Tie[] = [];
    for (const reading of readings) {
      const isPaired = new Set(pairs.map(({ lineId }) => lineId));
      const isUsed = new Set(pairs.map(({ paymentId }) => paymentId));
      const open = paid.filter(({ id }) => !isPaired.has(id));
      const free = payments.filter(({ id }) => !isUsed.has(id));
      for (const amount of new Set(open.map(reading))) {
        const equal = open.filter((line) => reading(line) === amount);
        const equalPayments = free.filter((payment) => payment.amount === amount);
        pairs.push(...pairEqual(equal, equalPayments, customers));
      }
    }
    return pairs;
  });
}

/** Pairs lines and payments of one amount: those of one customer, and the only ones that are left. */
function pairEqual(
  lines: readonly SettlementLine[],
  payments: readonly PickedPayment[],
  customers: ReadonlyMap<number, string>,
): Tie[] {
  const isSame = (line: SettlementLine, { customer }: PickedPayment) =>
    nameLikeness(customers.get(line.id) ?? "", customer) === 1;
  const pairs = lines.flatMap((line) => {
    const [payment, another] = payments.filter((each) => isSame(line, each));
    if (!payment || another || lines.some((each) => each !== line && isSame(each, payment))) {
      return [];
    }
    return [{ lineId: line.id, paymentId: payment.id }];
  });
  const [line, ...otherLines] = lines.filter(
    ({ id }) => !pairs.some(({ lineId }) => lineId === id),
  );
  const [payment, ...otherPayments] = payments.filter(
    ({ id }) => !pairs.some(({ paymentId }) => paymentId === id),
  );
  const isOnly = line && payment && otherLines.length === 0 && otherPayments.length === 0;
  return isOnly ? [...pairs, { lineId: line.id, paymentId: payment.id }] : pairs;
}
