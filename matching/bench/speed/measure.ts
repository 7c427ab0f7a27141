import { match } from "@/matching/engine/match";
import { generateMix } from "../generate";
import { type BareStages, bareMethod } from "./bare-method";
import { hashJoin } from "./hash-join";

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
