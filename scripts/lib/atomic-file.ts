import { rename, writeFile } from "node:fs/promises";

/** Writes a file readable by us alone, whole or not at all. */
export async function writeFileAtomically(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, path);
}
