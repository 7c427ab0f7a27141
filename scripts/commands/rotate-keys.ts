import { runChild } from "../lib/child";
import { productEnv } from "../lib/product";
import { supervise } from "../lib/supervise";

const log = (line: string) => console.error(line);

/** `npm run rotate-keys [-- --finish]`: a new key for what is stored sealed, while the product runs. */
export function main(args: string[]): Promise<number> {
  return supervise(async (scope) => {
    const env = await productEnv(scope, { log });
    // A process of its own: the settings are the product's, those of this one are the caller's.
    const command = ["--import", "tsx", "server/key-rotation/main.ts", ...args];
    return runChild(scope, process.execPath, command, { env, onLine: log });
  });
}
