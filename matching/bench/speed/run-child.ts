import { fork } from "node:child_process";
import { z } from "zod";
import type { SpeedResult } from "./measure";

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
