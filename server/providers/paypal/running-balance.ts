import { sumMinor } from "@/lib/money";
import type { BalanceTransaction } from "@/server/providers/types";
import { movesBalance } from "./event-codes";

/** One currency's transactions in the order in which they moved its balance. Minor units. */
export interface RunningBalance {
  currency: string;
  /** Before the first of them. */
  opening: number;
  moves: BalanceTransaction[];
  /** How many of them, from the first on, the balances prove. */
  proved: number;
  /** The first place where they don't fit together: something is missing before that moment. */
  gap: { at: Date; missing: number } | null;
}

/** A row further ahead doesn't show that one before it takes effect later. */
const LOOK_AHEAD = 40;
/** So many rows at the start are tried as the first that moved the balance. */
const MAX_LATE_FIRST = 10;
/** So many rows of one second are tried in every order. */
const MAX_PERMUTED = 12;

const netOf = ({ amount, fee }: BalanceTransaction) => amount + fee;

/** The balance before a row; null where PayPal names none after it. */
function balanceBefore(row: BalanceTransaction): number | null {
  return row.balance === null ? null : row.balance - netOf(row);
}

/**
 * Orders one currency's transactions so that each balance is the one before it plus amount and fee. Rows of one second come
 * in any order, a row that changed later may have taken effect then, and one that only displays another has no place: the
 * balances decide. What fits nowhere is a gap, and nothing after it is proved.
 * @param rows by moment, then as received.
 */
export function runningBalance(
  currency: string,
  rows: readonly BalanceTransaction[],
): RunningBalance {
  const moving = rows.filter((row) => movesBalance(row) && netOf(row) !== 0);
  const movers = moving.filter(({ balance }) => balance !== null);
  const plain = orderFrom(currency, moving, beginningAt(moving, 0));
  if (plain.gap === null) return plain;
  // The first rows may have taken effect later, or only be displayed.
  const others = movers
    .slice(1, MAX_LATE_FIRST)
    .flatMap((_, index) => orderAfter(movers.slice(0, index + 1), currency, moving) ?? []);
  return [plain, ...others].reduce((best, each) => (each.proved > best.proved ? each : best));
}

/** The order without the first rows at their place; undefined where one of them has no other. */
function orderAfter(
  leading: readonly BalanceTransaction[],
  currency: string,
  moving: readonly BalanceTransaction[],
): RunningBalance | undefined {
  const { opening, moves } = beginningAt(moving, leading.length);
  const late = leading.filter((row) => row.balance !== opening && !moves.includes(row));
  if (!late.every(isLate)) return undefined;
  const without = new Set(leading);
  const rows = moving.filter((row) => !without.has(row) || moves.includes(row));
  const order = orderFrom(currency, rows, { opening, moves }, late);
  const proved = new Set(order.moves.slice(0, order.proved));
  return late.every((row) => proved.has(row)) ? order : undefined;
}

interface Beginning {
  opening: number;
  moves: readonly BalanceTransaction[];
}

/** @param late rows that began before the first, and take effect later. */
function orderFrom(
  currency: string,
  rows: readonly BalanceTransaction[],
  { opening, moves }: Beginning,
  late: readonly BalanceTransaction[] = [],
): RunningBalance {
  const result: RunningBalance = { currency, opening, moves: [], proved: 0, gap: null };
  let balance = opening;

  const place = (row: BalanceTransaction) => {
    result.moves.push(row);
    balance += netOf(row);
    if (row.balance === null) return;
    if (result.gap === null && row.balance === balance) result.proved = result.moves.length;
    balance = row.balance;
  };
  for (const row of moves) place(row);

  const ahead = lookingAhead(rows, new Set(moves));
  /** Rows that began before, and take effect later. */
  const waiting = [...late];
  const placeFitting = (from: BalanceTransaction[], order: readonly BalanceTransaction[]) => {
    const row = order.find((each) => balanceBefore(each) === balance);
    if (!row) return false;
    from.splice(from.indexOf(row), 1);
    place(row);
    return true;
  };

  for (;;) {
    const next = ahead();
    const [row] = next;
    if (!row) break;
    const second = next.slice(0, sameSecond(next));
    if (placeFitting(next, chainOf(second, balance) ?? second) || placeFitting(waiting, waiting))
      continue;
    next.shift();
    // Only displayed.
    if (row.balance === balance || isSkipped(row, next, balance)) continue;
    if (isLate(row) && next.slice(0, LOOK_AHEAD).some((each) => balanceBefore(each) === balance)) {
      waiting.push(row);
      continue;
    }
    const before = balanceBefore(row);
    if (before !== null) result.gap ??= { at: row.happenedAt, missing: before - balance };
    place(row);
  }
  while (placeFitting(waiting, waiting)) {
    // What took effect after everything else.
  }
  return result;
}

/**
 * The order in which all rows of one second continue the balance; undefined where there is none, or too many to try. What
 * goes out and comes back leaves the balance as it was, so the first that fits may be the wrong one.
 */
function chainOf(
  rows: readonly BalanceTransaction[],
  balance: number,
): BalanceTransaction[] | undefined {
  if (rows.length === 0) return [];
  if (rows.length > MAX_PERMUTED) return undefined;
  for (const row of rows) {
    if (balanceBefore(row) !== balance || row.balance === null) continue;
    const rest = chainOf(
      rows.filter((each) => each !== row),
      row.balance,
    );
    if (rest) return [row, ...rest];
  }
  return undefined;
}

/** @returns the rows that come next, all of the first one's second and some after it; the caller takes out what it has placed. */
function lookingAhead(
  rows: readonly BalanceTransaction[],
  without: ReadonlySet<BalanceTransaction>,
): () => BalanceTransaction[] {
  const next: BalanceTransaction[] = [];
  let read = 0;
  return () => {
    while (read < rows.length && (next.length <= LOOK_AHEAD || sameSecond(next) === next.length)) {
      const row = rows[read];
      read += 1;
      if (row && !without.has(row)) next.push(row);
    }
    return next;
  };
}

/**
 * The first move from that index on of those with a balance, and what led to it within its second. Rows before it without a
 * balance moved it too: PayPal lists what does, unless a balance says otherwise, and here is none before.
 */
function beginningAt(moving: readonly BalanceTransaction[], index: number): Beginning {
  const movers = moving.filter(({ balance }) => balance !== null);
  const start = movers[index];
  if (!start) return { opening: 0, moves: [] };
  const at = start.happenedAt.getTime();
  const silent = moving.filter(
    ({ balance, happenedAt }) => balance === null && happenedAt.getTime() < at,
  );
  const moved = sumMinor(silent.map(netOf));
  const sameTime = movers
    .slice(0, index + LOOK_AHEAD)
    .filter((row) => row.happenedAt.getTime() === at);
  const whole = sameTime
    .map((row) => balanceBefore(row) ?? 0)
    .find((opening) => chainOf(sameTime, opening));
  if (whole !== undefined) return { opening: whole - moved, moves: silent };
  return { opening: (balanceBefore(start) ?? 0) - moved, moves: [...silent, start] };
}

/** How many rows at the start are of one second. */
function sameSecond(rows: readonly BalanceTransaction[]): number {
  const at = rows[0]?.happenedAt.getTime();
  const end = rows.findIndex(({ happenedAt }) => happenedAt.getTime() !== at);
  return end < 0 ? rows.length : end;
}

/** It has no balance, and the next one that has continues without it. */
function isSkipped(
  row: BalanceTransaction,
  later: readonly BalanceTransaction[],
  balance: number,
): boolean {
  if (row.balance !== null) return false;
  const next = later.find((each) => each.balance !== null);
  return next !== undefined && balanceBefore(next) === balance;
}

/** It changed after it began. */
function isLate({ happenedAt, changedAt }: BalanceTransaction): boolean {
  return changedAt !== null && changedAt > happenedAt;
}
