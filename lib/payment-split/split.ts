import { splitBySums } from "@/lib/payment-split/by-sums";
import type { Placement, Split, SplitDeposit, SplitPayment } from "@/lib/payment-split/types";
import { matchByHand, settle } from "@/lib/settlement";
import { readings } from "./readings";

/**
 * Divides payments among deposits so that each payment is used once and each deposit adds up to the cent.
 * Payments that equal the deposits' lines one by one go to those lines' deposits; otherwise the sums decide.
 * Pure, so the screen can preview what the server will do.
 */
export function splitPayments(deposits: SplitDeposit[], payments: SplitPayment[]): Split {
  const byLines = splitByLines(deposits, payments);
  const split = byLines.kind === "none" ? splitBySums(deposits, payments) : byLines;
  if (split.kind !== "one" || isComplete(deposits, payments, split.placed)) return split;
  return { kind: "none" };
}

/** Whether every payment is placed and every deposit closes. */
export function isComplete(
  deposits: SplitDeposit[],
  payments: SplitPayment[],
  placed: Placement,
): boolean {
  if (payments.some(({ id }) => !placed.has(id))) return false;
  return deposits.every((deposit) =>
    closesWith(
      deposit,
      payments.filter(({ id }) => placed.get(id) === deposit.id).map(({ amount }) => amount),
    ),
  );
}

/** Whether these payments alone explain the deposit, by `settle`. */
function closesWith({ settlement }: SplitDeposit, amounts: number[]): boolean {
  return amounts.length > 0 && settle(settlement, [matchByHand(settlement.lines, amounts)]).closes;
}

/** Limit of combined readings of all deposits; two deposits have at most 16. */
const MAX_READINGS = 4_096;

/** How many lines of an amount each deposit has: amount → deposit id → lines. */
type Pattern = Map<number, Map<number, number>>;

/**
 * Places payments that equal the deposits' lines one by one, gross or net. An amount that occurs in one deposit
 * places its payments there; one that occurs in several places only interchangeable payments.
 */
function splitByLines(deposits: SplitDeposit[], payments: SplitPayment[]): Split {
  const wanted = new Map<number, SplitPayment[]>();
  for (const payment of payments) {
    const equal = wanted.get(payment.amount);
    if (equal) equal.push(payment);
    else wanted.set(payment.amount, [payment]);
  }
  const found = patterns(deposits, wanted);
  const [pattern] = found;
  if (!pattern) return { kind: "none" };
  if (found.length > 1) return { kind: "several", placed: new Map() };
  const placed = new Map<string, number>();
  let isSettled = true;
  for (const [amount, equal] of wanted) {
    const owners = [...(pattern.get(amount) ?? [])];
    const areTwins = equal.every(({ twins }) => twins === equal[0]?.twins);
    if (owners.length > 1 && !areTwins) {
      isSettled = false;
      continue;
    }
    let next = 0;
    for (const [depositId, count] of owners) {
      for (const { id } of equal.slice(next, next + count)) placed.set(id, depositId);
      next += count;
    }
  }
  return { kind: isSettled ? "one" : "several", placed };
}

/** The distinct readings of all deposits whose lines are exactly the wanted amounts. */
function patterns(deposits: SplitDeposit[], wanted: ReadonlyMap<number, unknown[]>): Pattern[] {
  const each = deposits.map((deposit) => readings(deposit.settlement));
  const found = new Map<string, Pattern>();
  let looked = 0;
  const walk = (index: number, pattern: Pattern): void => {
    const deposit = deposits[index];
    if (!deposit) {
      if (fits(pattern, wanted)) found.set(key(pattern), pattern);
      return;
    }
    for (const { values } of each[index] ?? []) {
      looked += 1;
      if (looked > MAX_READINGS) return;
      const next = withValues(pattern, deposit.id, values);
      if (isWithin(next, wanted)) walk(index + 1, next);
    }
  };
  walk(0, new Map());
  return [...found.values()];
}

function withValues(pattern: Pattern, depositId: number, values: number[]): Pattern {
  const next: Pattern = new Map([...pattern].map(([amount, owners]) => [amount, new Map(owners)]));
  for (const value of values) {
    const owners = next.get(value) ?? new Map<number, number>();
    owners.set(depositId, (owners.get(depositId) ?? 0) + 1);
    next.set(value, owners);
  }
  return next;
}

function countOf(owners: ReadonlyMap<number, number> | undefined): number {
  let count = 0;
  for (const each of owners?.values() ?? []) count += each;
  return count;
}

function isWithin(pattern: Pattern, wanted: ReadonlyMap<number, unknown[]>): boolean {
  return [...pattern].every(
    ([amount, owners]) => countOf(owners) <= (wanted.get(amount)?.length ?? 0),
  );
}

function fits(pattern: Pattern, wanted: ReadonlyMap<number, unknown[]>): boolean {
  return [...wanted].every(([amount, equal]) => countOf(pattern.get(amount)) === equal.length);
}

function key(pattern: Pattern): string {
  const parts = [...pattern].map(([amount, owners]) => [amount, [...owners].sort(byFirst)]);
  return JSON.stringify(parts.sort(([a], [b]) => Number(a) - Number(b)));
}

function byFirst(a: [number, number], b: [number, number]): number {
  return a[0] - b[0];
}
