import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { variableNames } from "@/server/platform/env";
import { SECRETS } from "@/server/platform/secret-files";
import type { Environment } from "../process/environment";
import { isPortFree } from "../process/free-port";

/** Where this machine's state is stored: DATA_DIR, `.data` by default. */
export function dataDir(env: Environment = process.env): string {
  return resolve(env.DATA_DIR?.trim() || ".data");
}

/**
 * This process' environment without the product's settings, for tests. Blank counts as unset, and Next does
 * not fill a blank variable from a .env file as it does a missing one.
 */
export function environmentWithoutSettings(): Environment {
  const names = [...variableNames, ...SECRETS.map((name) => `${name}_FILE`)];
  return { ...process.env, ...Object.fromEntries(names.map((name) => [name, ""])) };
}

/** The product's port: PORT, 3000 by default. Throws when it is taken. */
export async function requestedPort(): Promise<number> {
  const port = Number(process.env.PORT?.trim() || "3000");
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error("PORT must be a port number.");
  }
  const isFree = await isPortFree(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EACCES") throw error;
    throw new Error(`Port ${port} is reserved. Set PORT to a port above 1023.`);
  });
  if (isFree) return port;
  throw new Error(
    `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
  );
}

/** Where this machine's secret is kept. */
export function secretFile(folder: string): string {
  return join(folder, "app-secret");
}

/** This machine's secret; undefined while there is none. */
export async function keptSecret(folder: string): Promise<string | undefined> {
  const text = await readFile(secretFile(folder), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return "";
  });
  return text.trim() || undefined;
}

export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** This machine's secret, created on first use. It must survive: it seals stored data. */
export async function ownSecret(folder: string, fresh = newSecret()): Promise<string> {
  const file = secretFile(folder);
  await writeFile(file, fresh, { mode: 0o600, flag: "wx" }).catch(ignoreExisting);
  return readFile(file, "utf8");
}

/**
 * APP_SECRET and the previous one, where they are known. None is created, because the user may still set the one of a
 * backup.
 */
export async function knownSecrets(env: Environment = process.env): Promise<string[]> {
  const { APP_SECRET, APP_SECRET_PREVIOUS } = env;
  const own = APP_SECRET?.trim() || (await keptSecret(dataDir(env)));
  return [own ?? "", APP_SECRET_PREVIOUS?.trim() ?? ""].filter(Boolean);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
