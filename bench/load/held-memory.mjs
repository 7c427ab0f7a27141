// Preloaded into the processes that are measured. On SIGUSR2: what the heap holds after a whole
// collection, in bytes, as a line of output. What a process could free but has not yet doesn't count.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("SIGUSR2", () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`held-memory ${heapUsed + external}\n`);
});
