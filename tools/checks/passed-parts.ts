import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { git } from "./git";
import type { Timed } from "./report";

/** The parts of a complete run that have passed, and on which sources. */
const FILE = join("node_modules", ".cache", "deposit-matcher", "passed-parts.json");

interface Passed {
  sources: string;
  parts: Timed[];
}

/** @returns the parts that have passed on these sources, as they ended. */
export async function passedParts(sources: string, file = FILE): Promise<Timed[]> {
  const before = await read(file);
  return before.sources === sources ? before.parts : [];
}

/** Remembers that a part has passed. @param sources as they were when it began. */
export async function rememberPassed(part: Timed, sources: string, file = FILE): Promise<void> {
  const others = (await passedParts(sources, file)).filter(({ title }) => title !== part.title);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ sources, parts: [...others, part] }));
}

async function read(file: string): Promise<Passed> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return '{ "sources": "", "parts": [] }';
    throw error;
  });
  return JSON.parse(text);
}

/** Not the reports, which a run writes itself. */
const SOURCES = ["--", ".", ":(exclude)docs/reports"];

/** The commit, and what differs from it: also the contents of files that git doesn't know yet. */
export async function sourcesNow(): Promise<string> {
  const hash = createHash("sha256");
  hash.update(await git("rev-parse", "HEAD")).update(await git("diff", "HEAD", ...SOURCES));
  const untracked = await git("ls-files", "-z", "--others", "--exclude-standard", ...SOURCES);
  for (const file of untracked.split("\0").filter((name) => name !== "")) {
    hash.update(`\n${file}\n`).update(await readFile(file));
  }
  return hash.digest("hex");
}
