import { startWorker } from "@/server/worker/worker";

// A worker that loads everything and waits for its first message. It can be killed and replaced without the
// cost of a start.
process.once("message", () => {
  startWorker().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.send?.("ready");
