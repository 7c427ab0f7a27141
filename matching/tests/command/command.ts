import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Where the sample exports are. */
export function sample(name: string): string {
  return fileURLToPath(new URL(`./samples/${name}`, import.meta.url));
}

/** The real command in a separate process. */
export function runMatch(
  args: string[],
): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve, reject) => {
    const command = ["--import", "tsx", "matching/command/cli.ts", ...args];
    const child = spawn(process.execPath, command, { cwd: root });
    const chunks = { out: "", err: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => {
      chunks.out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      chunks.err += text;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...chunks }));
  });
}

/**
 * A folder for one file's tests, deleted afterwards. @returns a function that writes a file and returns its
 * path
 */
export function temporaryFiles(): (name: string, content: string | Buffer) => Promise<string> {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "match-cli-"));
  });
  afterAll(() => rm(folder, { recursive: true }));
  return async (name, content) => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
}
