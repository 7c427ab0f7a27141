import { fork } from "node:child_process";
import { z } from "zod";
import type { DepositInput, PaymentInput } from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";
import { generateMix } from "../generate";
import { type BareStages, bareMethod } from "./bare-method";

const SEED = 101;
const REPEATED_UP_TO = 10_000;
const REPEATS = 3;

/** One size, measured in a process of its own. Times in seconds, memory in megabytes. */
export interface SpeedResult {
  lines: number;
  payments: number;
  deposits: number;
  floorBest: number;
  floor: number;
  seconds: number;
  /** Of the run whose stages took the least in all. */
  bare: BareStages;
  /** Most memory the process ever held: before matching, and in all. */
  memoryBefore: number;
  memory: number;
  matches: number;
}

/** Generates about `size` lines and times the floor and the engine on them. */
export function measureSpeed(size: number): SpeedResult {
  const { deposits, payments } = generateMix(size, SEED);
  const lines = deposits.reduce((sum, deposit) => sum + (deposit.lines?.length ?? 0), 0);
  const floors = repeat(REPEATS, () => hashJoin(deposits, payments));
  const bare = leastOf(REPEATS, () => bareMethod(deposits, payments).stages);
  globalThis.gc?.();
  const memoryBefore = peakMegabytes();
  let matches = 0;
  const runs = repeat(size <= REPEATED_UP_TO ? REPEATS : 1, () => {
    matches = match(deposits, payments, { algorithm: "smart" }).matches.length;
  });
  return {
    lines,
    payments: payments.length,
    deposits: deposits.length,
    floorBest: Math.min(...floors),
    floor: median(floors),
    seconds: median(runs),
    bare,
    memoryBefore,
    memory: peakMegabytes(),
    matches,
  };
}

/** Seconds of each run; garbage of the one before is not charged to the next. */
function repeat(times: number, run: () => unknown): number[] {
  return Array.from({ length: times }, () => {
    globalThis.gc?.();
    const started = performance.now();
    run();
    return (performance.now() - started) / 1000;
  });
}

/** The stages of the fastest of some runs. */
function leastOf(times: number, run: () => BareStages): BareStages {
  const runs = Array.from({ length: times }, run);
  return runs.reduce((a, b) => (secondsOf(b) < secondsOf(a) ? b : a));
}

/** Seconds of all stages. */
export function secondsOf(stages: BareStages): number {
  return Object.values(stages).reduce((sum, seconds) => sum + seconds, 0);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function peakMegabytes(): number {
  return process.resourceUsage().maxRSS / 1024;
}

/**
 * The least that any matching has to do: look up every line among the payments by currency, amount
 * and date. The floor that the engine's time is compared with.
 * @returns how many lines found a payment of their own
 */
export function hashJoin(
  deposits: readonly DepositInput[],
  payments: readonly PaymentInput[],
): number {
  const index = new Map<string, number[]>();
  for (const [at, { currency, amount, date }] of payments.entries()) {
    const key = `${currency}${amount}${date}`;
    const list = index.get(key);
    if (list) list.push(at);
    else index.set(key, [at]);
  }
  let found = 0;
  for (const { currency, lines } of deposits) {
    for (const { amount, date } of lines ?? []) {
      if (index.get(`${currency}${amount}${date}`)?.pop() !== undefined) found++;
    }
  }
  return found;
}

const HEAP_MEGABYTES = 4096;
/** As the product runs. */
const NURSERY = "--max-semi-space-size=32";

const result = z.object({
  lines: z.number(),
  payments: z.number(),
  deposits: z.number(),
  floorBest: z.number(),
  floor: z.number(),
  seconds: z.number(),
  bare: z.object({
    read: z.number(),
    block: z.number(),
    score: z.number(),
    learn: z.number(),
    assign: z.number(),
  }),
  memoryBefore: z.number(),
  memory: z.number(),
  matches: z.number(),
});

/**
 * Measures one size in a process of its own, so that neither memory nor compiled code of another
 * size plays a part. `program` is tools/run.mjs. Null when the process ran out of memory.
 */
export function measureInChild(program: string, size: number): Promise<SpeedResult | null> {
  return new Promise((resolve, reject) => {
    const execArgv = ["--expose-gc", NURSERY, `--max-old-space-size=${HEAP_MEGABYTES}`];
    const child = fork(program, ["bench:matching", "--measure", String(size)], { execArgv });
    let answer: SpeedResult | null = null;
    child.on("message", (message) => {
      answer = result.parse(message);
    });
    child.once("error", reject);
    child.once("exit", () => resolve(answer));
  });
}
