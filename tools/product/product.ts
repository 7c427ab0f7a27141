import { setTimeout as sleep } from "node:timers/promises";
import { counted } from "@/lib/counted";
import { migrate } from "@/prisma/migrate";
import { type Env, parseEnv } from "@/server/platform/env";
import { type Child, startNode } from "../process/child";
import { makeDataFolder } from "../process/data-folder";
import type { Environment } from "../process/environment";
import type { Scope } from "../process/supervise";
import { ensureBuild } from "./build";
import { commitOfCheckout } from "./commit";
import { countSealedAt } from "./count-sealed";
import { listenAt, nextProgram, nextStart } from "./next-program";
import { openDatabase } from "./open-database";
import { dataDir, keptSecret, newSecret, ownSecret, secretFile } from "./settings";

export interface Product {
  url: string;
  server: Child;
  settings: Env;
}

interface Options {
  mode: "start" | "dev";
  port: number;
  /** The base settings; this process' environment by default. */
  env?: Environment;
  /** With a new secret, which is kept nowhere, where this machine's is missing that sealed what the database holds. */
  withoutSecret?: boolean;
  /** Settings that override those; they may still be pending while the build runs. */
  overrides?: Promise<Environment>;
  log: (line: string) => void;
  onServerLine?: (line: string) => void;
}

const healthTimeoutMs = 90_000;

/**
 * Starts the whole product on `port`: database, migrations and build in parallel, then the server. Resolves
 * once its health check answers. Throws an Error with one clear sentence.
 */
export async function startProduct(scope: Scope, options: Options): Promise<Product> {
  const { mode, port, log } = options;
  const [env] = await Promise.all([
    productEnv(scope, options),
    mode === "start" ? ensureBuild(scope, log) : undefined,
  ]);
  log("Starting the server …");
  const command = mode === "start" ? nextStart(port) : [nextProgram(), mode, ...listenAt(port)];
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
  return { url, server, settings: parseEnv(env) };
}

/**
 * The environment of the product's processes: the database opened and migrated, a generated secret where the
 * embedded default allows it, and every setting checked before anything starts.
 * @throws Error with one sentence; among others when this machine's secret is missing and the database holds what it sealed.
 */
export async function productEnv(
  scope: Scope,
  options: Pick<Options, "log" | "env" | "overrides" | "withoutSecret">,
): Promise<Environment> {
  const { log, env: given = process.env, overrides } = options;
  const folder = dataDir(given);
  await makeDataFolder(folder);
  const isEmbedded = !given.DATABASE_URL?.trim();
  const known = given.APP_SECRET?.trim() || (isEmbedded ? await keptSecret(folder) : "");
  const base: Environment = {
    ...given,
    DATA_DIR: folder,
    APP_SECRET: known ?? newSecret(),
    NEXT_TELEMETRY_DISABLED: "1",
    BUILD_COMMIT: await commitOfCheckout(),
    ...(isEmbedded && { DEPOSIT_MATCHER_EMBEDDED: "1" }),
  };
  parseEnv({ ...base, DATABASE_URL: given.DATABASE_URL?.trim() || "postgres://embedded" });
  const { productUrl, ownerUrl } = await openDatabase(scope, log, given);
  await migrate(ownerUrl, { log, productUrl });
  if (known === undefined) {
    const sealed = await countSealedAt(ownerUrl);
    if (sealed === 0) base.APP_SECRET = await ownSecret(folder);
    else if (!options.withoutSecret) throw missingSecret(folder, sealed);
  }
  // Blank, not missing: Next would fill a missing variable from .env.
  const urls = { DATABASE_URL: productUrl, MIGRATE_DATABASE_URL: "" };
  const env = { ...base, ...(await overrides), ...urls };
  parseEnv(env);
  return env;
}

function missingSecret(folder: string, sealed: number): Error {
  return new Error(
    `${secretFile(folder)} is missing, the key to ${counted(sealed, "sealed value")} in the database. Put it back with mode 0600, or set APP_SECRET to what it held. If it is lost, npm run rotate-keys -- --forget says what to do.`,
  );
}

async function waitUntilHealthy(url: string, server: Child): Promise<void> {
  const deadline = Date.now() + healthTimeoutMs;
  const died = server.exited.then((result) => {
    throw new Error(`The server stopped (${result}) before it was ready:\n${server.tail()}`);
  });
  while (Date.now() < deadline) {
    if (await Promise.race([isHealthy(url), died])) return;
    await Promise.race([sleep(150), died]);
  }
  throw new Error(`The server wasn't ready within ${healthTimeoutMs / 1000} s:\n${server.tail()}`);
}

async function isHealthy(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(10_000);
  // Not reachable yet: keep polling until the deadline above.
  const answer = await fetch(`${url}/api/health`, { signal }).catch(() => undefined);
  return answer?.status === 200;
}
