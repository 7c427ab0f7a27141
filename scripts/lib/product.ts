import { mkdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { migrate } from "../../prisma/migrate";
import { parseEnv } from "../../server/env";
import { ensureBuild } from "./build";
import { type Child, startNode } from "./child";
import { openDatabase } from "./database";
import { nextProgram, nextStart } from "./next-program";
import { dataDir, ownSecret, type ProductEnv } from "./settings";
import type { Scope } from "./supervise";

export interface Product {
  url: string;
  server: Child;
}

interface Options {
  mode: "start" | "dev";
  port: number;
  /** The settings to start from; this process' own environment unless given. */
  env?: ProductEnv;
  /** Settings on top of those, which may still be in the making while the build runs. */
  overrides?: Promise<ProductEnv>;
  log: (line: string) => void;
  /** Called with each line the server prints. */
  onServerLine?: (line: string) => void;
}

const healthTimeoutMs = 90_000;

/**
 * Starts the whole product on `port`: database, migrations and build side by side, then the server.
 * Resolves once it answers its health check. Throws an Error with one clear sentence.
 */
export async function startProduct(scope: Scope, options: Options): Promise<Product> {
  const { mode, port, log } = options;
  const [env] = await Promise.all([
    productEnv(scope, options),
    mode === "start" ? ensureBuild(scope, log) : undefined,
  ]);
  log("Starting the server …");
  const command = mode === "start" ? nextStart(port) : [nextProgram(), mode, "-p", String(port)];
  const server = await startNode(scope, command, {
    env: {
      ...env,
      PORT: String(port),
      NODE_ENV: mode === "start" ? "production" : "development",
    },
    ...(options.onServerLine && { onLine: options.onServerLine }),
  });
  const url = `http://localhost:${port}`;
  await waitUntilHealthy(url, server);
  return { url, server };
}

/**
 * The environment of the product's processes: the database opened and migrated, a secret of this
 * machine where the embedded default allows it, and every setting checked before anything starts.
 */
export async function productEnv(
  scope: Scope,
  { log, env: given = process.env, overrides }: Pick<Options, "log" | "env" | "overrides">,
): Promise<ProductEnv> {
  const folder = dataDir(given);
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const isEmbedded = !given.DATABASE_URL?.trim();
  const secret = given.APP_SECRET?.trim() || (isEmbedded ? await ownSecret(folder) : "");
  const base: ProductEnv = {
    ...given,
    DATA_DIR: folder,
    APP_SECRET: secret,
    NEXT_TELEMETRY_DISABLED: "1",
    ...(isEmbedded && { DEPOSIT_MATCHER_EMBEDDED: "1" }),
  };
  parseEnv({ ...base, DATABASE_URL: given.DATABASE_URL?.trim() || "postgres://embedded" });
  const url = await openDatabase(scope, log, given);
  await migrate(url, { log });
  const env = { ...base, ...(await overrides), DATABASE_URL: url };
  parseEnv(env);
  return env;
}

async function waitUntilHealthy(url: string, server: Child): Promise<void> {
  const deadline = Date.now() + healthTimeoutMs;
  const died = server.exited.then((result) => {
    throw new Error(`The server ended (${result}) before it was up:\n${server.tail()}`);
  });
  while (Date.now() < deadline) {
    if (await Promise.race([isHealthy(url), died])) return;
    await Promise.race([sleep(150), died]);
  }
  throw new Error(`The server is not up after ${healthTimeoutMs / 1000} s:\n${server.tail()}`);
}

async function isHealthy(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(10_000);
  // Not reachable yet is what we are waiting to change; the deadline above ends it.
  const answer = await fetch(`${url}/api/health`, { signal }).catch(() => undefined);
  return answer?.status === 200;
}
