import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { git } from "./git";

/** Which parts of a run have passed, and on which sources. */
const FILE = join("node_modules", ".cache", "deposit-matcher", "passed-parts.json");

interface Passed {
  sources: string;
  parts: string[];
}

/** @returns the parts that have passed on the sources as they are now. */
export async function passedParts(): Promise<Set<string>> {
  const { sources, parts } = await read();
  return new Set(sources === (await sourcesNow()) ? parts : []);
}

/** Remembers that a part has passed on the sources as they are now. */
export async function rememberPassed(part: string): Promise<void> {
  const sources = await sourcesNow();
  const before = await read();
  const parts = before.sources === sources ? before.parts : [];
  await mkdir(dirname(FILE), { recursive: true });
  await writeFile(FILE, JSON.stringify({ sources, parts: [...new Set([...parts, part])] }));
}

async function read(): Promise<Passed> {
  const text = await readFile(FILE, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return '{ "sources": "", "parts": [] }';
    throw error;
  });
  return JSON.parse(text);
}

/** The commit, and what differs from it. */
async function sourcesNow(): Promise<string> {
  const states = [
    await git("rev-parse", "HEAD"),
    await git("diff", "HEAD"),
    await git("status", "--short"),
  ];
  return createHash("sha256").update(states.join("\n")).digest("hex");
}
