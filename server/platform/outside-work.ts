import { AsyncLocalStorage } from "node:async_hooks";
import { tooBusy } from "./company-queue";
import { singleton } from "./singleton";

/** An attempt asks for one thing after the other: these are enough unless the data keeps changing meanwhile. */
const FREE_ATTEMPTS = 6;
/** Further ones, which go undisturbed where the caller can see to that. */
const LAST_ATTEMPTS = 6;

/** Ends a transaction that needs the result of `run`, which must not hold a connection. */
class OutsideWork extends Error {
  override readonly name = "OutsideWork";
  constructor(
    readonly key: string,
    readonly run: () => Promise<unknown>,
  ) {
    super("rolled back, to be repeated with what it asked for");
  }
}

type Results = Map<string, unknown>;

const results = singleton("outside work", () => new AsyncLocalStorage<Results>());

/**
 * Runs `attempt`, a transaction from its begin to its commit. When it asks for work by {@link outside}, it is rolled
 * back, the work is done without a connection, and it is repeated with the result: it reads everything anew,
 * so it never writes by a result that no longer fits. It must not change anything but the database.
 * @param undisturbed runs the last attempts so that no other process changes the data between them
 * @throws RateLimitedError when the data changes before every attempt all the same.
 */
export async function withOutsideWork<T>(
  attempt: () => Promise<T>,
  undisturbed: (attempts: () => Promise<Done<T>>) => Promise<Done<T>> = (attempts) => attempts(),
): Promise<T> {
  const known: Results = new Map();
  const done =
    (await repeated(FREE_ATTEMPTS, attempt, known)) ??
    (await undisturbed(() => repeated(LAST_ATTEMPTS, attempt, known)));
  if (!done) throw tooBusy();
  return done.result;
}

/** Null: not done. */
type Done<T> = { result: T } | null;

async function repeated<T>(
  times: number,
  attempt: () => Promise<T>,
  known: Results,
): Promise<Done<T>> {
  for (let number = 1; number <= times; number += 1) {
    try {
      return { result: await results.run(known, attempt) };
    } catch (error) {
      if (!(error instanceof OutsideWork)) throw error;
      known.set(error.key, await error.run());
    }
  }
  return null;
}

/**
 * The result of work for which a transaction would have to wait: at first the transaction ends here, see
 * {@link withOutsideWork}.
 * @param key names the work with everything that its result depends on
 */
export function outside<T>(key: string, run: () => Promise<T>): T {
  const known = results.getStore();
  if (!known)
    throw new Error("A transaction that asks for outside work is begun by withOutsideWork");
  if (known.has(key)) return known.get(key) as T;
  throw new OutsideWork(key, run);
}
