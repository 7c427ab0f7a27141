import { match } from "@/server/matching/match";
import { generateMix } from "../generate";
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

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function peakMegabytes(): number {
  return process.resourceUsage().maxRSS / 1024;
}
