import { parseArgs } from "node:util";

export interface LoadOptions {
  companies: number;
  /** Of each company. */
  deposits: number;
  /** Measured, after the warm-up. */
  seconds: number;
  warmUpSeconds: number;
  /** Requests under way at once. */
  connections: number;
  /** Whether the figures go into docs/scaling.md. */
  write: boolean;
}

const DEFAULTS = { companies: 200, deposits: 500, seconds: 60, connections: 16 };
const LONGEST_WARM_UP_SECONDS = 10;
/** Each status occurs; the last two are what is decided under load. */
const FEWEST_DEPOSITS = 10;

/** @throws Error with one sentence about what is wrong */
export function readOptions(args: string[]): LoadOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: {
      companies: text,
      deposits: text,
      seconds: text,
      connections: text,
      "no-write": { type: "boolean", default: false },
    },
  });
  const options = {
    companies: positive("companies", values.companies, DEFAULTS.companies),
    deposits: positive("deposits", values.deposits, DEFAULTS.deposits),
    seconds: positive("seconds", values.seconds, DEFAULTS.seconds),
    connections: positive("connections", values.connections, DEFAULTS.connections),
  };
  if (options.deposits < FEWEST_DEPOSITS) {
    throw new Error(`--deposits must be at least ${FEWEST_DEPOSITS}.`);
  }
  const isWhole = Object.entries(DEFAULTS).every(
    ([name, value]) => options[name as keyof typeof DEFAULTS] === value,
  );
  const warmUpSeconds = Math.min(LONGEST_WARM_UP_SECONDS, options.seconds);
  // Figures of a smaller run are no figures of this size.
  return { ...options, warmUpSeconds, write: isWhole && !values["no-write"] };
}

function positive(name: string, given: string | undefined, fallback: number): number {
  const value = Number(given ?? fallback);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name} must be a whole number above 0.`);
}
