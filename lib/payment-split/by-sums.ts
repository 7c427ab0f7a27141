import { readings } from "@/lib/payment-split/readings";
import type { Split, SplitDeposit, SplitPayment } from "@/lib/payment-split/types";

/** Search limit; beyond it the number of solutions is unknown. */
const MAX_STEPS = 50_000;

/** Maximum number of reachable sums kept; above it, no branch is pruned by them. */
const MAX_SUMS = 20_000;

/** Interchangeable payments, and how many of them are not placed yet. */
interface Twins {
  amount: number;
  ids: string[];
}

/** Searches for assignments of payments that give the deposits' sums; stops at the second. */
export function splitBySums(deposits: SplitDeposit[], payments: SplitPayment[]): Split {
  const search = new Search(deposits, groupTwins(payments));
  search.run();
  const [first, second] = search.found;
  if (search.steps > MAX_STEPS || second) return { kind: "several", placed: new Map() };
  return first ? { kind: "one", placed: first } : { kind: "none" };
}

/** Large amounts first, because they leave the fewest choices. */
function groupTwins(payments: SplitPayment[]): Twins[] {
  const groups = new Map<string, Twins>();
  for (const { id, amount, twins } of payments) {
    const key = `${amount} ${twins}`;
    const group = groups.get(key);
    if (group) group.ids.push(id);
    else groups.set(key, { amount, ids: [id] });
  }
  return [...groups.values()].sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
}

/** The choices for one deposit so far. */
interface Part {
  missing: number;
  withRefunds: boolean;
  any: boolean;
  negative: boolean;
}

type Bounds = readonly (readonly [least: number, most: number])[];

class Search {
  readonly found: Map<string, number>[] = [];
  steps = 0;
  private readonly taken: number[];
  /** By group: the number of payments placed in each deposit so far. */
  private readonly shares: number[][];
  /** By deposit: the joint reachable sums of it and all later ones; null when there are too many. */
  private readonly reachable: (Set<number> | null)[];

  constructor(
    private readonly deposits: SplitDeposit[],
    private readonly groups: Twins[],
  ) {
    this.taken = groups.map(() => 0);
    this.shares = groups.map(() => deposits.map(() => 0));
    this.reachable = reachableSums(deposits);
  }

  run(): void {
    const total = this.groups.reduce((sum, { amount, ids }) => sum + amount * ids.length, 0);
    this.fill(0, total);
  }

  private get isOver(): boolean {
    return this.found.length > 1 || this.steps > MAX_STEPS;
  }

  /** Chooses the payments of one deposit. @param rest what remains for it and the later ones */
  private fill(index: number, rest: number): void {
    const deposit = this.deposits[index];
    if (!deposit) {
      if (this.groups.every(({ ids }, group) => this.taken[group] === ids.length)) this.keep();
      return;
    }
    if (!this.canEndWith(index, rest)) return;
    const bounds = this.bounds();
    const seen = new Set<string>();
    for (const { sum, withRefunds } of readings(deposit.settlement)) {
      // Two readings may have the same sum; skip it, or the same solution is found twice.
      const key = `${sum} ${withRefunds}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (!this.canEndWith(index + 1, rest - sum)) continue;
      const part = { missing: sum, withRefunds, any: false, negative: false };
      this.choose(index, 0, part, { rest: rest - sum, bounds });
    }
  }

  private choose(
    index: number,
    group: number,
    part: Part,
    after: { rest: number; bounds: Bounds },
  ): void {
    this.steps += 1;
    const [least = 0, most = 0] = after.bounds[group] ?? [];
    if (this.isOver || part.missing < least || part.missing > most) return;
    const twins = this.groups[group];
    if (!twins) {
      if (part.any && part.negative === part.withRefunds) this.fill(index + 1, after.rest);
      return;
    }
    const free = twins.ids.length - (this.taken[group] ?? 0);
    const usable = twins.amount < 0 && !part.withRefunds ? 0 : free;
    for (let count = usable; count >= 0; count -= 1) {
      this.place(group, index, count);
      this.choose(
        index,
        group + 1,
        {
          ...part,
          missing: part.missing - count * twins.amount,
          any: part.any || count > 0,
          negative: part.negative || (count > 0 && twins.amount < 0),
        },
        after,
      );
      this.place(group, index, -count);
      if (this.isOver) return;
    }
  }

  private canEndWith(index: number, rest: number): boolean {
    const sums = this.reachable[index];
    return sums === null || (sums?.has(rest) ?? false);
  }

  private place(group: number, index: number, count: number): void {
    this.taken[group] = (this.taken[group] ?? 0) + count;
    const share = this.shares[group];
    if (share) share[index] = (share[index] ?? 0) + count;
  }

  /** By group: the minimum and maximum that it and all later ones can still add. */
  private bounds(): Bounds {
    const bounds: [number, number][] = [[0, 0]];
    for (let group = this.groups.length - 1; group >= 0; group -= 1) {
      const { amount, ids } = this.groups[group] ?? { amount: 0, ids: [] };
      const all = amount * (ids.length - (this.taken[group] ?? 0));
      const [least, most] = bounds[0] ?? [0, 0];
      bounds.unshift([least + Math.min(all, 0), most + Math.max(all, 0)]);
    }
    return bounds;
  }

  private keep(): void {
    const placed = new Map<string, number>();
    for (const [group, { ids }] of this.groups.entries()) {
      let next = 0;
      for (const [index, count] of (this.shares[group] ?? []).entries()) {
        const depositId = this.deposits[index]?.id ?? 0;
        for (const id of ids.slice(next, next + count)) placed.set(id, depositId);
        next += count;
      }
    }
    this.found.push(placed);
  }
}

function reachableSums(deposits: SplitDeposit[]): (Set<number> | null)[] {
  let after: Set<number> | null = new Set([0]);
  const sums: (Set<number> | null)[] = [after];
  for (const { settlement } of [...deposits].reverse()) {
    const own = [...new Set(readings(settlement).map(({ sum }) => sum))];
    const next: Set<number> = new Set();
    for (const rest of after ?? []) for (const sum of own) next.add(rest + sum);
    after = after === null || next.size > MAX_SUMS ? null : next;
    sums.unshift(after);
  }
  return sums;
}
