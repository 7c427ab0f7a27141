import type { LedgerRow, PayoutItem } from "../records/records";
import { type OpenRecords, proposeSet, type SetProposal } from "./set-proposal";

/** Of so many records every selection is looked at; of more, a return with one or two charges, and two with one. */
const MAX_EXACT = 14;
/** Of more records only a charge and its full refund are looked for. */
const MAX_TRIPLES = 400;

/** A record of a set with its part of the sum, minor units. */
interface Part<Member> {
  member: Member;
  amount: number;
  /** The same for a charge and its return. */
  owner: string;
}

/**
 * The set without what adds up to nothing: a charge and its own refund fit beside anything, so they are not explained by
 * a payment that fits without them. The payments of a deposit without lines stay, because they are all of their days.
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

/** Leaves out each record with the one or two of the other sign that undo it, its own first. */
function nearly<Member>(parts: Part<Member>[]): Part<Member>[] {
  const left = new Set(parts);
  const byAmount = new Map<number, Part<Member>[]>();
  for (const part of parts) {
    byAmount.set(part.amount, [...(byAmount.get(part.amount) ?? []), part]);
  }
  const find = (amount: number, owner: string, ...but: Part<Member>[]) => {
    const free = (byAmount.get(amount) ?? []).filter((one) => left.has(one) && !but.includes(one));
    return free.find((one) => one.owner === owner) ?? free[0];
  };
  for (const part of parts.filter(({ amount }) => amount < 0)) {
    const twin = find(-part.amount, part.owner);
    if (twin) for (const one of [part, twin]) left.delete(one);
  }
  for (const part of parts.length > MAX_TRIPLES ? [] : parts) {
    if (!left.has(part)) continue;
    for (const first of left) {
      if (first === part || first.amount * part.amount > 0) continue;
      const second = find(-part.amount - first.amount, part.owner, part, first);
      if (!second || second.amount * part.amount > 0) continue;
      for (const one of [part, first, second]) left.delete(one);
      break;
    }
  }
  return [...left];
}
