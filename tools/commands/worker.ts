import { resolve } from "node:path";
import { parseEnv } from "@/server/platform/env";
import { startNode } from "../process/child";
import { isPortFree } from "../process/free-port";
import { supervise } from "../process/supervise";
import { bundleEngineThread } from "../product/build-engine-thread";
import { productEnv } from "../product/product";

/** Of its own: a web process that still runs an older build keeps that build's. */
const ENGINE_PROGRAM = resolve("generated", "engine-thread.mjs");

const log = (line: string) => console.error(line);

/** `npm run worker`: one job worker, on the same database as the product. */
export function main(): Promise<number> {
  return supervise(async (scope) => {
    const env = await productEnv(scope, { log });
    const { METRICS_PORT, HOST } = parseEnv(env);
    if (METRICS_PORT !== undefined && !(await isPortFree(METRICS_PORT, HOST))) {
      throw new Error(`Port ${METRICS_PORT} is in use. Set METRICS_PORT to another port.`);
    }
    await bundleEngineThread(ENGINE_PROGRAM);
    const args = ["--import", "tsx", "server/worker/main.ts"];
    const worker = await startNode(scope, args, {
      env: { ...env, ENGINE_PROGRAM },
      onLine: console.log,
    });
    log("The worker is running (Ctrl-C stops it).");
    const result = await worker.exited;
    throw new Error(`The worker stopped unexpectedly (${result}):\n${worker.tail()}`);
  });
}
