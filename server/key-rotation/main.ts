import { closeDb } from "@/server/db";
import { rotateKeys } from "./rotate-keys";

/** The process behind `npm run rotate-keys`; in a container: `node --import tsx server/key-rotation/main.ts`. */
try {
  const finish = process.argv.includes("--finish");
  const { resealed, lost, deleted, resting } = await rotateKeys(console.log, { finish });
  console.log(`Done: ${resealed} sealed again, ${deleted} older keys deleted.`);
  if (resting > 0) {
    console.log(
      `${resting} older ${resting === 1 ? "key is" : "keys are"} kept for processes that have not seen the new one yet; in ten minutes, npm run rotate-keys -- --finish deletes what is not used any more.`,
    );
  }
  if (lost > 0) {
    console.error(
      `${lost} values were sealed with a key that is not here, or are damaged: set APP_SECRET_PREVIOUS to the secret of that time and run this again, or connect those providers again.`,
    );
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await closeDb();
}
