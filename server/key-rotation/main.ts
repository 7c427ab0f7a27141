import { closeDb } from "@/server/platform/db";
import { rotateKeys } from "./rotate-keys";

/** The entry of `npm run rotate-keys`; in a container: `node --import tsx server/key-rotation/main.ts`. */
try {
  const finish = process.argv.includes("--finish");
  const { resealed, lost, deleted, resting } = await rotateKeys(console.log, { finish });
  console.log(`Done: ${resealed} values re-encrypted, ${deleted} old keys deleted.`);
  if (resting > 0) {
    console.log(
      `${resting} old ${resting === 1 ? "key is" : "keys are"} kept for processes that haven't loaded the new one. In ten minutes, run npm run rotate-keys -- --finish to delete unused keys.`,
    );
  }
  if (lost > 0) {
    console.error(
      `${lost} ${lost === 1 ? "value is" : "values are"} damaged or encrypted with an unknown key. Set APP_SECRET_PREVIOUS to the secret used then and run this again, or reconnect those providers.`,
    );
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await closeDb();
}
