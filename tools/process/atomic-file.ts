import { rename, writeFile } from "node:fs/promises";

/** Writes a file that only the owner can read, completely or not at all. */
export async function writeFileAtomically(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, path);
}
