import { parseArguments, USAGE } from "@/server/worker/key-rotation/arguments";
import { runChild } from "../process/child";
import { supervise } from "../process/supervise";
import { productEnv } from "../product/product";

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
    return runChild(scope, process.execPath, command, { env, onLine: log });
  });
}
