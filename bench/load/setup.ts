import { parseArgs } from "node:util";
import type { Scope } from "@/tools/process/supervise";
import { ensureBuild } from "@/tools/product/build";
import { letGo, startDurableDatabase } from "../database";
import { startEmulatorProcess } from "../processes";
import { type SeededCompany, seedCompanies } from "./books";

export interface LoadOptions {
  companies: number;
  /** Per company. */
  deposits: number;
  /** Measured time, after the warm-up. */
  seconds: number;
  warmUpSeconds: number;
  /** Concurrent requests. */
  connections: number;
  /** Number of web processes in each round. */
  webs: readonly number[];
  /** Whether to write the figures to docs/reports/load.md. */
  write: boolean;
}

/** The warm-up lasts until every path has been requested often enough for the compiler to finish. */
const DEFAULTS = { companies: 200, deposits: 500, "warm-up": 60, seconds: 60, connections: 16 };
const WEBS = [1, 2];
const names = Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[];
/** The statuses to seed; the load decides the last two. */
const FEWEST_DEPOSITS = 10;

/** @throws Error with one sentence about the invalid option */
export function readOptions(args: string[]): LoadOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: {
      companies: text,
      deposits: text,
      "warm-up": text,
      seconds: text,
      connections: text,
      webs: text,
      "no-write": { type: "boolean", default: false },
    },
  });
  const read = (name: keyof typeof DEFAULTS) => positive(name, values[name], DEFAULTS[name]);
  const options = {
    companies: read("companies"),
    deposits: read("deposits"),
    seconds: read("seconds"),
    warmUpSeconds: read("warm-up"),
    connections: read("connections"),
    webs: values.webs === undefined ? WEBS : [positive("webs", values.webs, 1)],
  };
  if (options.deposits < FEWEST_DEPOSITS) {
    throw new Error(`--deposits must be at least ${FEWEST_DEPOSITS}.`);
  }
  // Do not publish figures of a smaller run.
  const isWhole = options.webs === WEBS && names.every((name) => read(name) === DEFAULTS[name]);
  return { ...options, write: isWhole && !values["no-write"] };
}

function positive(name: string, given: string | undefined, fallback: number): number {
  const value = Number(given ?? fallback);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name} must be a whole number above 0.`);
}

export interface SeededBooks {
  companies: readonly SeededCompany[];
  emulators: Awaited<ReturnType<typeof startEmulatorProcess>>;
}

/** Runs `work` on a production build, a durable database with companies, and the emulators. */
export async function withCompanies<T>(
  scope: Scope,
  { companies: count, deposits }: Pick<LoadOptions, "companies" | "deposits">,
  log: (line: string) => void,
  work: (books: SeededBooks) => Promise<T>,
): Promise<T> {
  await ensureBuild(scope, log);
  await startDurableDatabase(scope, log);
  const emulators = await startEmulatorProcess(scope);
  Object.assign(process.env, emulators.env);
  log(`Writing ${count} companies of ${deposits} deposits …`);
  try {
    return await work({ companies: await seedCompanies(count, deposits), emulators });
  } finally {
    await letGo();
  }
}
