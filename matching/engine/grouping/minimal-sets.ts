import type { LedgerRow, PayoutItem } from "../records/records";
import { type OpenRecords, proposeSet, type SetProposal } from "./set-proposal";

/** Of so many records every selection is looked at; of more, a charge and its full refund. */
const MAX_EXACT = 14;

/** A record of a set with its part of the sum, minor units. */
interface Part<Member> {
  member: Member;
  amount: number;
  /** The same for a charge and its return. */
  owner: string;
}

/**
 * The set without what adds up to nothing: a charge and its own refund fit beside anything, so they are not explained by
 * a payment that fits without them. What is all of its day stays whole: several sales, the payments of a deposit.
 * @returns the set as it is where nothing can be left out; null where a pair remains, which was judged as one
 */
export function minimalSet(open: OpenRecords, set: SetProposal): SetProposal | null {
  const { level } = set;
  if (level === "sum_less_fee" || set.items.some(({ line }) => !line)) return set;
  const items = withoutZeroSum(
    set.items.map((item) => ({
      member: item,
      amount: level === "sum_net" ? item.net : item.gross,
      owner: item.line?.chargeId ?? `${item.name} ${item.email}`,
    })),
  );
  const rows = withoutZeroSum(
    set.rows.map((row) => ({ member: row, amount: row.amount, owner: `${row.name} ${row.email}` })),
  );
  if (items.length === set.items.length && rows.length === set.rows.length) return set;
  // All sales of a day in one receipt are all of them, with those that were undone the same day.
  if (set.completeAs !== null && items.length > 1) return set;
  return items.length === 1 && rows.length === 1 ? null : proposeSet(open, { ...set, items, rows });
}

function withoutZeroSum<Member extends PayoutItem | LedgerRow>(parts: Part<Member>[]): Member[] {
  const returns = parts.filter(({ amount }) => amount < 0).length;
  const isMixed = returns > 0 && returns < parts.length;
  const left = !isMixed ? parts : parts.length <= MAX_EXACT ? exactly(parts) : nearly(parts);
  // All that adds up to nothing is not less than nothing.
  return (left.length > 0 ? left : parts).map(({ member }) => member);
}

/** Leaves out the most records that add up to nothing, of as few owners as possible. */
function exactly<Member>(parts: Part<Member>[]): Part<Member>[] {
  const all = 2 ** parts.length - 1;
  let best = { mask: 0, size: 0, owners: 0 };
  const sums = new Float64Array(all + 1);
  for (let mask = 1; mask < all; mask++) {
    const last = 31 - Math.clz32(mask);
    sums[mask] = (sums[mask & ~(1 << last)] ?? 0) + (parts[last]?.amount ?? 0);
    if (sums[mask] !== 0) continue;
    const chosen = parts.filter((_, at) => (mask >> at) & 1);
    const size = chosen.length;
    const owners = new Set(chosen.map(({ owner }) => owner)).size;
    if (size > best.size || (size === best.size && owners < best.owners)) {
      best = { mask, size, owners };
    }
  }
  return parts.filter((_, at) => ((best.mask >> at) & 1) === 0);
}

/** Leaves out each return with a charge that it undoes, its own first. */
function nearly<Member>(parts: Part<Member>[]): Part<Member>[] {
  const left = new Set(parts);
  const byAmount = new Map<number, Part<Member>[]>();
  for (const part of parts) {
    byAmount.set(part.amount, [...(byAmount.get(part.amount) ?? []), part]);
  }
  const find = (amount: number, owner: string) => {
    const free = (byAmount.get(amount) ?? []).filter((one) => left.has(one));
    return free.find((one) => one.owner === owner) ?? free[0];
  };
  for (const part of parts.filter(({ amount }) => amount < 0)) {
    const twin = find(-part.amount, part.owner);
    if (twin) for (const one of [part, twin]) left.delete(one);
  }
  return [...left];
}
