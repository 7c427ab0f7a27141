import { closeDb } from "@/server/db";
import { log } from "@/server/logger";
import { startWorker } from "./worker";

/** `npm run worker`: a worker as a process of its own. */
const worker = await startWorker();

async function stop(): Promise<void> {
  log().info("worker stopping");
  await worker.stop();
  await closeDb();
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    stop().catch((error: unknown) => {
      log().error({ error }, "worker did not stop cleanly");
      process.exitCode = 1;
    });
  });
}
