import { counted } from "@/lib/counted";
import { closeDb } from "@/server/platform/db";
import { rotateKeys } from "./rotate-keys";

/** The entry of `npm run rotate-keys`; in a container: `node --import tsx server/worker/key-rotation/main.ts`. */
try {
  const finish = process.argv.includes("--finish");
  const { resealed, lost, deleted, resting } = await rotateKeys(console.log, { finish });
  console.log(
    `Done: ${counted(resealed, "value")} re-encrypted, ${counted(deleted, "old key")} deleted.`,
  );
  if (resting > 0) {
    console.log(
      `${counted(resting, "old key")} kept for processes that haven't loaded the new one. To delete unused keys, run npm run rotate-keys -- --finish in ten minutes.`,
    );
  }
  if (lost > 0) {
    console.error(
      `Couldn't decrypt ${counted(lost, "value")}: damaged, or encrypted with an unknown key. Set APP_SECRET_PREVIOUS to the former secret and run this again, or reconnect those providers.`,
    );
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await closeDb();
}
