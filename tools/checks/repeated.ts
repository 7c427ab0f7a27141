import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Which tests passed only when they were repeated, when they last ran. */
const FILE = join("node_modules", ".cache", "deposit-matcher", "repeated.json");

/** One run: its tests, and which of them passed only when they were repeated. */
export interface Repeated {
  tests: readonly string[];
  repeated: readonly string[];
}

/**
 * Remembers which tests failed once in this run and passed when they were repeated. What did not run this time stays as
 * it was.
 * @returns those that did so in the run before, too: once may be the machine, twice is a defect.
 */
export async function repeatedAgain({ tests, repeated }: Repeated, file = FILE): Promise<string[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "[]";
    throw error;
  });
  const before: string[] = JSON.parse(text);
  const ran = new Set(tests);
  const kept = before.filter((test) => !ran.has(test));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify([...new Set([...kept, ...repeated])]));
  return repeated.filter((test) => before.includes(test));
}
