import { CALLS, type ProviderCall } from "./calls";
import { runCell, sideOf, tell } from "./cell";
import type { Cell, Result } from "./cell-result";
import { TROUBLES, type Trouble } from "./troubles";

/** A lasting fault: more repetitions than the product retries by itself. */
const LASTING = 6;
/** Parallel scenarios; they mostly wait. */
const AT_ONCE = 12;

/** Every call with every applicable fault: once, and lasting. */
export function allCells(): Cell[] {
  return CALLS.flatMap((call) =>
    TROUBLES.filter(({ at }) => at?.(call) ?? true).flatMap((trouble) =>
      timesOf(call, trouble).map((times) => ({ call, trouble, times })),
    ),
  );
}

/** The permission checks of connecting are all alike: one of them is enough. */
function timesOf({ name }: ProviderCall, { atLeast = 1 }: Trouble): number[] {
  return name.startsWith("one of ") ? [atLeast] : [atLeast, LASTING];
}

/**
 * Not every pair, but every call and every fault: each `nth` cell, alternating once and lasting, plus
 * whatever is still missing.
 */
export function someCells(nth: number): Cell[] {
  const chosen: Cell[] = [];
  const occurring = new Set<string>();
  const isNew = ({ call, trouble }: Cell) =>
    !occurring.has(call.name) || !occurring.has(trouble.name);
  const choose = (cell: Cell) => {
    chosen.push(cell);
    occurring.add(cell.call.name).add(cell.trouble.name);
  };
  const cells = allCells();
  for (const [index, cell] of cells.entries()) if (index % nth === 0) choose(cell);
  for (const cell of cells) if (isNew(cell)) choose(cell);
  return chosen;
}

/**
 * Runs the cells in parallel, each with its own emulators and company, and compares each with the undisturbed
 * scenario. A fault that never happened is a failure: the cell would prove nothing.
 * @throws Error when the undisturbed scenario makes a call that is not in `CALLS`, or misses one.
 */
export async function runCells(
  cells: readonly Cell[],
  onResult: (result: Result, done: number) => void = () => undefined,
): Promise<Result[]> {
  const calm = {
    stripe: await tell("stripe"),
    "stripe by Connect": await tell("stripe by Connect"),
    authorizenet: await tell("authorizenet"),
  };
  demandWhole(Object.values(calm));
  const results: Result[] = [];
  let done = 0;
  const waiting = [...cells.entries()];
  const runner = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, cell] = next;
      const result = await runCell(cell, calm[sideOf(cell.call)].outcome);
      results[index] = result;
      done += 1;
      onResult(result, done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runner));
  return results;
}

function demandWhole(calm: readonly { calls: Set<string>; unknown: string[]; deeds: string[] }[]) {
  const unknown = calm.flatMap((told) => told.unknown);
  if (unknown.length > 0) throw new Error(`calls that the matrix does not know: ${unknown[0]}`);
  const made = new Set(calm.flatMap(({ calls }) => [...calls]));
  const missing = CALLS.filter(({ name }) => !made.has(name));
  if (missing.length > 0) throw new Error(`nobody makes the call "${missing[0]?.name}"`);
  const deeds = calm.flatMap((told) => told.deeds);
  if (deeds.length > 0) throw new Error(`undisturbed, a person had ${deeds[0]}`);
}
