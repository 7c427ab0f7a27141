import { groupBy } from "@/lib/group-by";
import { sumMinor } from "@/lib/money";
import type { BalanceTransaction } from "@/server/providers/types";
import { groupOf, isConversion, isWithdrawal, meaningOf, returnsWithdrawal } from "./event-codes";
import type { RunningBalance } from "./running-balance";

/** A part of the balance that leaves with a withdrawal. Minor units. */
export interface Part {
  /** The transaction; null for the balance before the first one. */
  row: BalanceTransaction | null;
  /**
   * Whole: the transaction itself. Kept: what of it stays in the balance, negative. Rest: what was kept, with the next
   * withdrawal. Fee: PayPal's fee of the withdrawal. Opening: what was there before the first transaction. Overdrawn: paid
   * ahead of what came in.
   */
  is: "whole" | "part" | "kept" | "rest" | "fee" | "opening" | "overdrawn";
  gross: number;
  fee: number;
  net: number;
  /** The transaction of the customer's payment that PayPal converted into this one. */
  converted?: BalanceTransaction | undefined;
  /** Id of the withdrawal that it left with at first, which was returned. */
  firstPaidIn?: string | undefined;
}

export interface Withdrawal {
  row: BalanceTransaction;
  /** What the bank receives. */
  amount: number;
  /** They add up to `amount`. */
  parts: Part[];
  /** The transaction that brought the money back. */
  returnedBy?: BalanceTransaction;
  /** Whether the balances prove everything before it. */
  isProved: boolean;
}

/** Which transaction belongs to which, over all currencies of an account. */
export interface Relations {
  /** Fees of instant withdrawals, as transactions of their own, by the withdrawal. */
  feesOf: ReadonlyMap<BalanceTransaction, readonly BalanceTransaction[]>;
  /** By a conversion's entry in the currency that it went into: the payment that PayPal converted at once. */
  convertedFrom: ReadonlyMap<BalanceTransaction, BalanceTransaction>;
  /** A payment that was converted at once and its conversion: both leave their currency's balance as it was. */
  passedThrough: ReadonlySet<BalanceTransaction>;
}

const netOf = ({ amount, fee }: BalanceTransaction) => amount + fee;

/** PayPal books what belongs together within moments. */
const TOGETHER_MS = 60_000;

/** A fee of a withdrawal that is a transaction of its own may come this long after it. */
export const SETTLES_MS = TOGETHER_MS;

function areTogether(a: BalanceTransaction, b: BalanceTransaction): boolean {
  return Math.abs(a.happenedAt.getTime() - b.happenedAt.getTime()) <= TOGETHER_MS;
}

/** @param moves of all currencies. */
export function relationsOf(moves: readonly BalanceTransaction[]): Relations {
  const byId = groupBy(moves, ({ providerId }) => providerId);
  const conversions = groupBy(
    moves.filter(({ kind }) => isConversion(kind)),
    ({ reference }) => reference,
  );
  const feesOf = new Map<BalanceTransaction, BalanceTransaction[]>();
  const convertedFrom = new Map<BalanceTransaction, BalanceTransaction>();
  const passedThrough = new Set<BalanceTransaction>();
  for (const row of moves) {
    if (groupOf(row.kind) === "01" && row.reference !== "") {
      const withdrawal = byId
        .get(row.reference)
        ?.find(
          (each) =>
            isWithdrawal(each.kind) && each.currency === row.currency && areTogether(each, row),
        );
      if (withdrawal) feesOf.set(withdrawal, [...(feesOf.get(withdrawal) ?? []), row]);
    }
    if (isConversion(row.kind) || row.providerId === "") continue;
    const pair = conversions.get(row.providerId)?.filter((each) => areTogether(each, row)) ?? [];
    const out = pair.find((each) => each.currency === row.currency && netOf(each) === -netOf(row));
    const into = pair.find((each) => each.currency !== row.currency);
    if (!out || !into || pair.length !== 2) continue;
    convertedFrom.set(into, row);
    passedThrough.add(out).add(row);
  }
  return { feesOf, convertedFrom, passedThrough };
}

/**
 * Cuts one currency's balance into withdrawals: each takes what came in first, to the cent. A payment that a partial
 * withdrawal would split leaves with the first one as a whole, less what stays, which leaves with the next: so the payment
 * in the books belongs to one deposit, and both add up. What the bank returned leaves again with the next one.
 */
export function withdrawalsOf(
  { opening, moves, proved }: RunningBalance,
  { feesOf, convertedFrom, passedThrough }: Relations,
): Withdrawal[] {
  const withdrawals: Withdrawal[] = [];
  let held: Part[] = opening === 0 ? [] : [{ row: null, is: "opening", ...plain(opening) }];
  const attached = new Set([...feesOf.values()].flat());
  moves.forEach((row, index) => {
    if (passedThrough.has(row) || attached.has(row)) return;
    if (isWithdrawal(row.kind) && row.amount < 0) {
      const fees = [...(row.fee === 0 ? [] : [row.fee]), ...(feesOf.get(row) ?? []).map(netOf)];
      const fee = sumMinor(fees);
      const { taken, kept } = takeFirst(held, -row.amount - fee);
      held = kept;
      const parts = fee === 0 ? taken : [...taken, { row, is: "fee" as const, ...plain(fee) }];
      withdrawals.push({ row, amount: -row.amount, parts, isProved: index < proved });
      return;
    }
    const returned = returnsWithdrawal(row.kind) ? returnedBy(row, withdrawals) : undefined;
    if (!returned) {
      held.push({
        ...{ row, is: "whole", converted: convertedFrom.get(row) },
        ...{ gross: row.amount, fee: row.fee === 0 ? 0 : -row.fee, net: netOf(row) },
      });
      return;
    }
    returned.returnedBy = row;
    const { providerId } = returned.row;
    held.unshift(
      ...returned.parts.map((part) => ({ ...part, firstPaidIn: part.firstPaidIn ?? providerId })),
    );
    // The fee of an instant one, given back.
    if (row.fee !== 0) held.push({ row, is: "fee", ...plain(row.fee) });
  });
  return withdrawals;
}

/** The withdrawal whose whole amount a row brings back: the one that it names, else the latest that PayPal calls reversed. */
function returnedBy(
  row: BalanceTransaction,
  withdrawals: readonly Withdrawal[],
): Withdrawal | undefined {
  return withdrawals.findLast(
    ({ row: { providerId, status }, amount, returnedBy: earlier }) =>
      earlier === undefined &&
      amount === row.amount &&
      (row.reference === "" ? status === "V" : row.reference === providerId),
  );
}

/** Splits what is held into the first `amount` and the rest. */
function takeFirst(held: readonly Part[], amount: number): { taken: Part[]; kept: Part[] } {
  if (sumMinor(held.map(({ net }) => net)) === amount) return { taken: [...held], kept: [] };
  let missing = amount;
  for (const [index, part] of held.entries()) {
    const taken = held.slice(0, index);
    const kept = held.slice(index + 1);
    if (missing === 0) return { taken, kept: [part, ...kept] };
    if (part.net <= missing) {
      missing -= part.net;
      continue;
    }
    const { now, later } = split(part, missing);
    return { taken: [...taken, ...now], kept: [later, ...kept] };
  }
  if (missing === 0) return { taken: [...held], kept: [] };
  const ahead: Part = { row: null, is: "overdrawn", ...plain(missing) };
  return { taken: [...held, ahead], kept: [{ ...ahead, ...plain(-missing) }] };
}

/** @param now what of it leaves now, less than its net. */
function split(part: Part, now: number): { now: Part[]; later: Part } {
  const { row, is, net, firstPaidIn } = part;
  const rest = net - now;
  const isPayment =
    row !== null && is === "whole" && meaningOf(row.kind, row.amount).kind === "charge";
  const kept = { row, firstPaidIn, ...plain(-rest) };
  if (isPayment) {
    return {
      now: [part, { ...kept, is: "kept" }],
      later: { row, is: "rest", firstPaidIn, ...plain(rest) },
    };
  }
  const piece = is === "whole" ? "part" : is;
  return {
    now: [{ row, is: piece, firstPaidIn, ...plain(now) }],
    later: { row, is: piece, firstPaidIn, ...plain(rest) },
  };
}

function plain(net: number): Pick<Part, "gross" | "fee" | "net"> {
  return { gross: net, fee: 0, net };
}
