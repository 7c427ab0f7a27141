import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { variableNames } from "../../server/env";
import { isPortFree } from "./free-port";

/** Settings by name, as the product's processes get them. */
export type ProductEnv = Record<string, string | undefined>;

/** Where this machine's state lies: DATA_DIR, `.data` unless set. */
export function dataDir(env: ProductEnv = process.env): string {
  return resolve(env.DATA_DIR?.trim() || ".data");
}

/**
 * This process' environment without any of the product's settings, for tests. Blank counts as unset,
 * and unlike a missing variable a blank one is not filled in from a .env file by Next.
 */
export function environmentWithoutSettings(): ProductEnv {
  return { ...process.env, ...Object.fromEntries(variableNames.map((name) => [name, ""])) };
}

/** The port the product is to listen on: PORT, 3000 unless set. Throws when it is taken. */
export async function requestedPort(): Promise<number> {
  const port = Number(process.env.PORT?.trim() || "3000");
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Error("PORT must be a port number.");
  }
  const isFree = await isPortFree(port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EACCES") throw error;
    throw new Error(`Port ${port} is not for ordinary users: choose one above 1023 with PORT.`);
  });
  if (isFree) return port;
  throw new Error(
    `Port ${port} is taken: stop the program that listens on it, or choose another one with PORT.`,
  );
}

/** The secret of this machine, made on first use. It must survive: it seals what is stored. */
export async function ownSecret(folder: string): Promise<string> {
  const file = join(folder, "app-secret");
  const secret = randomBytes(32).toString("base64url");
  await writeFile(file, secret, { mode: 0o600, flag: "wx" }).catch(ignoreExisting);
  return readFile(file, "utf8");
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
