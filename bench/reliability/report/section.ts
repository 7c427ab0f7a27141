import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const DOCUMENT = fileURLToPath(new URL("../../../docs/reports/reliability.md", import.meta.url));

/** Each command measures one part of the document and keeps the others. */
export type Section = "fault matrix" | "kills" | "two instances" | "first sync";

/** Writes new figures between a section's marks. @throws Error when the document has no such marks. */
export async function writeSection(section: Section, text: string): Promise<void> {
  const before = await readFile(DOCUMENT, "utf8");
  await writeFile(DOCUMENT, replaced(before, section, text));
}

export function replaced(document: string, section: Section, text: string): string {
  const begin = `<!-- ${section}: written by a command -->`;
  const end = `<!-- end of ${section} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from)
    throw new Error(`docs/reports/reliability.md has no place for "${section}"`);
  return `${document.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${document.slice(to)}`;
}
