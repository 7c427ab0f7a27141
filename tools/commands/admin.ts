import { parseCommand, USAGE } from "@/server/accounts/admin/parse-command";
import { runChild } from "../process/child";
import { supervise } from "../process/supervise";
import { productEnv } from "../product/product";

/** `npm run admin -- COMMAND`: what the operator does to accounts, while the product runs. */
export async function main(args: string[]): Promise<number> {
  if (!parseCommand(args)) {
    console.error(USAGE);
    return 2;
  }
  return supervise(async (scope) => {
    const env = await productEnv(scope, { log: (line) => console.error(line) });
    // Runs in a separate process: it needs the product's settings, this process has the caller's.
    const command = ["--import", "tsx", "server/accounts/admin/main.ts", ...args];
    return runChild(scope, process.execPath, command, { env, onLine: (line) => console.log(line) });
  });
}
