import { startWorker } from "@/server/jobs/worker";

// A worker that has loaded everything and begins when it is told to, so that it can be killed, and
// followed by another one, without waiting for a start each time. The first message is the word.
process.once("message", () => {
  startWorker().catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.send?.("ready");
