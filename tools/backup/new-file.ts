import { existsSync } from "node:fs";
import { link, mkdir, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Scope } from "../process/supervise";

/**
 * Lets `write` fill a temporary file, which gets its final name once it is complete and on disk. Only the
 * owner can read it.
 * @throws Error when the file exists already: nothing is ever overwritten.
 */
export async function writeNewFile<T>(
  scope: Scope,
  path: string,
  write: (draft: string) => Promise<T>,
): Promise<T> {
  const taken = new Error(`${path} already exists. Choose another name, or delete it first.`);
  if (existsSync(path)) throw taken;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.part`;
  await scope.acquire(
    async () => (await open(draft, "wx", 0o600)).close(),
    () => rm(draft, { force: true }),
  );
  const written = await write(draft);
  const file = await open(draft, "r+");
  await file.sync().finally(() => file.close());
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? taken : error;
  });
  await rm(draft);
  return written;
}
