import { counted } from "@/lib/counted";
import { closeDb } from "@/server/platform/db";
import { parseArguments, USAGE } from "./arguments";
import { countUnopenable, forgetUnopenable } from "./forget";
import { rotateKeys } from "./rotate-keys";

/** The entry of `npm run rotate-keys`; in a container: `node --import tsx server/worker/key-rotation/main.ts`. */
try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await closeDb();
}

async function run(): Promise<number> {
  const choice = parseArguments(process.argv.slice(2));
  if (choice === undefined) {
    console.error(USAGE);
    return 2;
  }
  return choice.kind === "forget" ? forget(choice.confirmed) : rotate(choice.finish);
}

async function rotate(finish: boolean): Promise<number> {
  const { resealed, lost, deleted, resting } = await rotateKeys(console.log, { finish });
  console.log(
    `Done: ${counted(resealed, "value")} re-encrypted, ${counted(deleted, "old key")} deleted.`,
  );
  if (resting > 0) {
    console.log(
      `${counted(resting, "old key")} kept for processes that haven't loaded the new one. To delete unused keys, run npm run rotate-keys -- --finish in ten minutes.`,
    );
  }
  if (lost === 0) return 0;
  console.error(
    `Couldn't decrypt ${counted(lost, "value")}: damaged, or encrypted with an unknown key. Set APP_SECRET_PREVIOUS to the former secret and run this again. If it is lost, npm run rotate-keys -- --forget says what to do.`,
  );
  return 1;
}

async function forget(confirmed: number | undefined): Promise<number> {
  const found = await countUnopenable();
  if (found === 0) {
    console.log("APP_SECRET opens everything that is sealed: there is nothing to forget.");
    return 0;
  }
  if (confirmed !== found) {
    console.error(
      `${counted(found, "sealed value")} can't be opened with this APP_SECRET. To discard them for good, run: npm run rotate-keys -- --forget ${found}
Their providers are then disconnected, with everything that was read from them kept, and can be connected again.
Users whose two-factor it was sign in with a recovery code. With the former secret, none of this is needed.`,
    );
    return 1;
  }
  console.log(`Discarded ${counted(await forgetUnopenable(), "sealed value")}.`);
  return 0;
}
