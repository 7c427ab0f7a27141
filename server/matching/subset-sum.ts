interface SubsetSearch {
  /** Up to two subsets, as indexes into the items. */
  solutions: number[][];
  /** False when the budget ran out, so that a second solution may exist unseen. */
  complete: boolean;
}

const MOST_STEPS = 20_000;

/**
 * Subsets of at least two positive amounts that sum to the target exactly. Looks for a second
 * solution to prove the first one unique; items of the same kind are interchangeable, so taking one
 * or the other is not a second solution. Bounded: gives up after a fixed number of steps.
 */
export function findSubsets(
  items: { amount: number; kind: number }[],
  target: number,
): SubsetSearch {
  const order = [...items.keys()].sort((a, b) => {
    const [x, y] = [items[a], items[b]];
    return (y?.amount ?? 0) - (x?.amount ?? 0) || (x?.kind ?? 0) - (y?.kind ?? 0) || a - b;
  });
  const rest = new Array<number>(order.length + 1).fill(0);
  for (let i = order.length - 1; i >= 0; i--) {
    rest[i] = (rest[i + 1] ?? 0) + (items[order[i] ?? 0]?.amount ?? 0);
  }
  const solutions: number[][] = [];
  const taken: number[] = [];
  let steps = 0;
  const search = (from: number, open: number): void => {
    if (open === 0) {
      if (taken.length > 1) solutions.push([...taken].sort((a, b) => a - b));
      return;
    }
    for (let i = from; i < order.length; i++) {
      if (open > (rest[i] ?? 0) || solutions.length >= 2 || ++steps > MOST_STEPS) return;
      const item = items[order[i] ?? 0];
      const left = items[order[i - 1] ?? 0];
      if (!item || item.amount > open) continue;
      if (i > from && left?.kind === item.kind && left.amount === item.amount) continue;
      taken.push(order[i] ?? 0);
      search(i + 1, open - item.amount);
      taken.pop();
    }
  };
  search(0, target);
  return { solutions, complete: steps <= MOST_STEPS };
}

/** Greatest common divisor: sums of round amounts meet more easily. */
export function commonDivisor(amounts: number[]): number {
  let divisor = 0;
  for (const amount of amounts) {
    let [a, b] = [divisor, Math.abs(amount)];
    while (b !== 0) [a, b] = [b, a % b];
    divisor = a;
    if (divisor === 1) break;
  }
  return Math.max(1, divisor);
}
