import { counted } from "@/lib/counted";
import { parseArguments, USAGE } from "./arguments";
import { countUnopenable, forgetUnopenable } from "./forget";
import { rotateKeys } from "./rotate-keys";

type Output = Pick<Console, "log" | "error">;

/** @returns the exit code: 0 when all is done, 1 when something is left, 2 for arguments that the command doesn't have. */
export async function runCommand(args: readonly string[], output: Output): Promise<number> {
  const choice = parseArguments(args);
  if (choice === undefined) {
    output.error(USAGE);
    return 2;
  }
  try {
    if (choice.kind === "forget") return await forget(choice.confirmed, output);
    return await rotate(choice.finish, output);
  } catch (error) {
    output.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

async function rotate(finish: boolean, output: Output): Promise<number> {
  const { resealed, lost, deleted, resting } = await rotateKeys(output.log, { finish });
  output.log(
    `Done: ${counted(resealed, "value")} re-encrypted, ${counted(deleted, "old key")} deleted.`,
  );
  if (resting > 0) {
    output.log(
      `${counted(resting, "old key")} kept for processes that haven't loaded the new one. To delete unused keys, run npm run rotate-keys -- --finish in ten minutes.`,
    );
  }
  if (lost === 0) return 0;
  output.error(
    `Couldn't decrypt ${counted(lost, "value")}: damaged, or encrypted with an unknown key. Set APP_SECRET_PREVIOUS to the former secret and run this again. If it is lost, npm run rotate-keys -- --forget says what to do.`,
  );
  return 1;
}

async function forget(confirmed: number | undefined, output: Output): Promise<number> {
  const found = await countUnopenable();
  if (found === 0) {
    output.log("APP_SECRET opens everything that is sealed: there is nothing to forget.");
    return 0;
  }
  if (confirmed !== found) {
    output.error(
      `${counted(found, "sealed value")} can't be opened with this APP_SECRET. To discard them for good, run: npm run rotate-keys -- --forget ${found}
Their providers are then disconnected, with everything that was read from them kept, and can be connected again.
Users whose two-factor it was sign in with a recovery code. With the former secret, none of this is needed.`,
    );
    return 1;
  }
  output.log(`Discarded ${counted(await forgetUnopenable(), "sealed value")}.`);
  return 0;
}
