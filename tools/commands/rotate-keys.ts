import { parseArguments, USAGE } from "@/server/worker/key-rotation/arguments";
import { runChild } from "../process/child";
import { supervise } from "../process/supervise";
import { productEnv } from "../product/product";
import { dataDir, ownSecret } from "../product/settings";

const log = (line: string) => console.error(line);

/**
 * `npm run rotate-keys [-- --finish]`: a new key for sealed values, while the product runs. `--forget` discards what can't
 * be opened any more.
 */
export async function main(args: string[]): Promise<number> {
  const choice = parseArguments(args);
  if (choice === undefined) {
    log(USAGE);
    return 2;
  }
  return supervise(async (scope) => {
    const env = await productEnv(scope, { log, withoutSecret: choice.kind === "forget" });
    // Runs in a separate process: it needs the product's settings, this process has the caller's.
    const command = ["--import", "tsx", "server/worker/key-rotation/main.ts", ...args];
    const code = await runChild(scope, process.execPath, command, { env, onLine: log });
    // What was lost is forgotten, so this machine may have a new secret.
    const isOwn = env.DEPOSIT_MATCHER_EMBEDDED === "1" && !process.env.APP_SECRET?.trim();
    if (isOwn && code === 0) await ownSecret(dataDir(), env.APP_SECRET);
    return code;
  });
}
