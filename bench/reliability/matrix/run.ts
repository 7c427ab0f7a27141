import { availableParallelism } from "node:os";
import type { Side } from "./books";
import { CALLS, type ProviderCall } from "./calls";
import { playScenario, runCell, runTogether, sideOf } from "./cell";
import { type Cell, FAULTS, type NamedFault, type Result } from "./faults";

/** A lasting fault: more repetitions than the product retries by itself. */
const LASTING = 6;
/** Parallel scenarios. More would wait in vain for one of the process' ten connections on a busy machine. */
const AT_ONCE = Math.min(12, 2 * availableParallelism());

/** Every call with every applicable fault: once, and lasting. */
export function allCells(): Cell[] {
  return CALLS.flatMap((call) =>
    FAULTS.filter(({ at }) => at?.(call) ?? true).flatMap((fault) =>
      timesOf(call, fault).map((times) => ({ call, fault, times })),
    ),
  );
}

/** The permission checks of connecting are all alike: one of them is enough. */
function timesOf({ name }: ProviderCall, { atLeast = 1 }: NamedFault): number[] {
  return name.startsWith("one of ") ? [atLeast] : [atLeast, LASTING];
}

/**
 * Not every pair, but every call and every fault: each `nth` cell, alternating once and lasting, plus
 * whatever is still missing.
 */
export function someCells(nth: number): Cell[] {
  const chosen: Cell[] = [];
  const occurring = new Set<string>();
  const isNew = ({ call, fault }: Cell) => !occurring.has(call.name) || !occurring.has(fault.name);
  const choose = (cell: Cell) => {
    chosen.push(cell);
    occurring.add(cell.call.name).add(cell.fault.name);
  };
  const cells = allCells();
  for (const [index, cell] of cells.entries()) if (index % nth === 0) choose(cell);
  for (const cell of cells) if (isNew(cell)) choose(cell);
  return chosen;
}

/**
 * Every call once and every fault at least once, always the same: each call takes the next fault that applies to it and
 * was used least, once and lasting in turn.
 */
function eachOnce(): Cell[] {
  const used = new Map(FAULTS.map((fault) => [fault, 0]));
  const uses = (fault: NamedFault) => used.get(fault) ?? 0;
  const next = (call: ProviderCall) => {
    const [fault] = FAULTS.filter(({ at }) => at?.(call) ?? true).sort((a, b) => uses(a) - uses(b));
    if (!fault) throw new Error(`no fault applies to ${call.name}`);
    used.set(fault, uses(fault) + 1);
    return fault;
  };
  // Those to which fewest faults apply choose first, so that faults of few calls are not left over.
  const choosy = (call: ProviderCall) => FAULTS.filter(({ at }) => at?.(call) ?? true).length;
  const special = (call: ProviderCall) =>
    FAULTS.find((fault) => fault.at && uses(fault) === 0 && fault.at(call));
  return CALLS.toSorted((a, b) => choosy(a) - choosy(b)).map((call, index) => {
    const rare = special(call);
    if (rare) used.set(rare, 1);
    const fault = rare ?? next(call);
    const times = timesOf(call, fault);
    return { call, fault, times: times[index % times.length] ?? 1 };
  });
}

/** `eachOnce` in groups of at most `size` cells of the same side; neighbours come into different groups. */
export function eachOnceTogether(size: number): { side: Side; cells: Cell[] }[] {
  const all = eachOnce();
  return [...new Set(all.map(({ call }) => sideOf(call)))].flatMap((side) => {
    const cells = all.filter(({ call }) => sideOf(call) === side);
    const groups = Math.ceil(cells.length / size);
    return Array.from({ length: groups }, (_, group) => ({
      side,
      cells: cells.filter((_cell, index) => index % groups === group),
    }));
  });
}

/** The undisturbed scenario of each side, with which each cell is compared. */
export class Matrix {
  private constructor(
    private readonly undisturbed: Record<Side, Awaited<ReturnType<typeof playScenario>>>,
  ) {}

  /** @throws Error when the undisturbed scenario makes a call that is not in `CALLS`, or misses one. */
  static async open(): Promise<Matrix> {
    const undisturbed = {
      stripe: await playScenario("stripe"),
      "stripe by Connect": await playScenario("stripe by Connect"),
      "incomplete books": await playScenario("incomplete books"),
      authorizenet: await playScenario("authorizenet"),
      paypal: await playScenario("paypal"),
      "books in Xero": await playScenario("books in Xero"),
      "incomplete books in Xero": await playScenario("incomplete books in Xero"),
    };
    requireComplete(Object.values(undisturbed));
    return new Matrix(undisturbed);
  }

  /** Runs one cell with emulators and a company of its own. */
  run(cell: Cell): Promise<Result> {
    return runCell(cell, this.undisturbed[sideOf(cell.call)].outcome);
  }

  /** Runs cells of one side in a single scenario, with all their faults. */
  runTogether(side: Side, cells: readonly Cell[]): Promise<Result[]> {
    return runTogether(cells, this.undisturbed[side].outcome);
  }
}

/**
 * Runs the cells in parallel, each with its own emulators and company, and compares each with the undisturbed
 * scenario. A fault that never happened is a failure: the cell would prove nothing.
 * @throws Error when the undisturbed scenario makes a call that is not in `CALLS`, or misses one.
 */
export async function runCells(
  cells: readonly Cell[],
  onResult: (result: Result, done: number) => unknown = () => undefined,
  atOnce = AT_ONCE,
): Promise<Result[]> {
  const matrix = await Matrix.open();
  const results: Result[] = [];
  let done = 0;
  const waiting = [...cells.entries()];
  const runner = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, cell] = next;
      const result = await matrix.run(cell);
      results[index] = result;
      done += 1;
      await onResult(result, done);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runner));
  return results;
}

function requireComplete(
  runs: readonly { calls: Set<string>; unknown: string[]; actions: string[] }[],
) {
  const unknown = runs.flatMap((run) => run.unknown);
  if (unknown.length > 0) throw new Error(`calls missing from CALLS: ${unknown[0]}`);
  const made = new Set(runs.flatMap(({ calls }) => [...calls]));
  const missing = CALLS.filter(({ name }) => !made.has(name));
  if (missing.length > 0) throw new Error(`no scenario makes the call "${missing[0]?.name}"`);
  const actions = runs.flatMap((run) => run.actions);
  if (actions.length > 0)
    throw new Error(`without a fault, the user already had to act: ${actions[0]}`);
}
