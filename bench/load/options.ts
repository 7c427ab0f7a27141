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
  /** How many web processes each round has. */
  webs: readonly number[];
  /** Whether the figures go into docs/scaling.md. */
  write: boolean;
}

/** The warm-up is as long as it takes until every path has been taken often, and the compiler is through. */
const DEFAULTS = { companies: 200, deposits: 500, "warm-up": 60, seconds: 60, connections: 16 };
const WEBS = [1, 2];
const names = Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[];
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
  // Figures of a smaller run are no figures of this size.
  const isWhole = options.webs === WEBS && names.every((name) => read(name) === DEFAULTS[name]);
  return { ...options, write: isWhole && !values["no-write"] };
}

function positive(name: string, given: string | undefined, fallback: number): number {
  const value = Number(given ?? fallback);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name} must be a whole number above 0.`);
}
