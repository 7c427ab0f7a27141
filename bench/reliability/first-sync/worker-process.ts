import { setInterval } from "node:timers";
import { startWorker } from "@/server/worker/worker";

// A worker that reports its memory use while it works.
const EVERY_MS = 250;

setInterval(() => {
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ at: Date.now(), rss, heapUsed });
}, EVERY_MS).unref();
process.once("disconnect", () => process.exit(0));
await startWorker();
