import { startNode } from "../process/child";
import { supervise } from "../process/supervise";
import { productEnv } from "../product/product";

const log = (line: string) => console.error(line);

/** `npm run worker`: one job worker, on the same database as the product. */
export function main(): Promise<number> {
  return supervise(async (scope) => {
    const env = await productEnv(scope, { log });
    const args = ["--import", "tsx", "server/worker/main.ts"];
    const worker = await startNode(scope, args, { env, onLine: console.log });
    log("The worker is running (Ctrl-C stops it).");
    const result = await worker.exited;
    throw new Error(`The worker stopped unexpectedly (${result}):\n${worker.tail()}`);
  });
}
