import { readdir } from "node:fs/promises";
import { join } from "node:path";

let read: Promise<string[]> | undefined;

/** The names of this program's migrations, read from its own folder, which the image includes. */
export function programMigrations(): Promise<string[]> {
  read ??= list();
  return read;
}

async function list(): Promise<string[]> {
  const folder = join(process.cwd(), "prisma", "migrations");
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
