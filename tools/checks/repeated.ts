import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Which tests passed only when they were repeated, in the run before. */
const FILE = join("node_modules", ".cache", "deposit-matcher", "repeated.json");

/**
 * Remembers which tests failed once in this run and passed when they were repeated.
 * @returns those that did so in the run before, too: once may be the machine, twice is a defect.
 */
export async function repeatedAgain(repeated: readonly string[], file = FILE): Promise<string[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "[]";
    throw error;
  });
  const before = new Set<string>(JSON.parse(text));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(repeated));
  return repeated.filter((test) => before.has(test));
}
