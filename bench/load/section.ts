import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const DOCUMENT = fileURLToPath(new URL("../../docs/reports/load.md", import.meta.url));

/** Each command measures its own sections and keeps the others. */
export type Section = "load" | "streams" | "tables" | "plans" | "rolling restart";

/** Writes new figures between a section's marks. @throws Error when the document has no such marks. */
export async function writeSection(section: Section, text: string): Promise<void> {
  const document = await readFile(DOCUMENT, "utf8");
  const begin = `<!-- ${section}: written by a command -->`;
  const end = `<!-- end of ${section} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/reports/load.md has no place for "${section}"`);
  const changed = `${document.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${document.slice(to)}`;
  await writeFile(DOCUMENT, changed);
}
