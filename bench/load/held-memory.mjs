// Preloaded into the measured processes. On SIGUSR2 it prints the heap size after a full collection, in
// bytes, on one line. Memory that is free but not collected yet does not count.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGUSR2", () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`held-memory ${heapUsed + external}\n`);
});
