import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runChild } from "../process/child";
import { withLockFile } from "../process/lock-file.mjs";
import type { Scope } from "../process/supervise";
import { nextProgram } from "./next-program";
import { environmentWithoutSettings } from "./settings";

/** All inputs of the build: when they are unchanged, so is the build. */
const sources = [
  "app",
  "components",
  "lib",
  "server",
  "public",
  "prisma/schema.prisma",
  "instrumentation.ts",
  "start-server.ts",
  "proxy.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
];

const stampFile = join(".next", "sources.sha256");

/** Builds the product unless its sources are unchanged since the last build; an image has its build, and no sources. */
export async function ensureBuild(scope: Scope, log: (line: string) => void): Promise<void> {
  if (process.env.DEPOSIT_MATCHER_IMAGE === "1" || (await isBuilt())) return;
  await mkdir("generated", { recursive: true });
  const onWait = () => log("Waiting for another build to finish …");
  await withLockFile(join("generated", ".build.lock"), () => build(scope, log), { onWait });
}

async function isBuilt(): Promise<boolean> {
  if (!existsSync(join(".next", "BUILD_ID")) || !existsSync(stampFile)) return false;
  return (await readFile(stampFile, "utf8")) === (await hashSources());
}

async function build(scope: Scope, log: (line: string) => void): Promise<void> {
  if (await isBuilt()) return;
  log("Building the product (about a minute, only after a change) …");
  const hash = await hashSources();
  await rm(stampFile, { force: true });
  const started = Date.now();
  const env = {
    ...environmentWithoutSettings(),
    // Modules that read settings get these; none of this machine's settings may end up in a build.
    DATABASE_URL: "postgres://not-used-while-building",
    APP_SECRET: "not-used-while-building-and-long-enough",
    LOG_LEVEL: "error",
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  const lines: string[] = [];
  const onLine = (line: string) => lines.push(line);
  const code = await runChild(scope, process.execPath, [nextProgram(), "build"], { env, onLine });
  if (code !== 0) throw new Error(`The build failed:\n${lines.join("\n")}`);
  // Its packages are for development, and so not in an image.
  const { buildEngineThread } = await import("./build-engine-thread");
  await buildEngineThread();
  await writeFile(stampFile, hash);
  log(`Built in ${Math.round((Date.now() - started) / 1000)} s.`);
}

async function hashSources(): Promise<string> {
  const hash = createHash("sha256").update(process.env.BUILD_STANDALONE ?? "");
  for (const source of sources) {
    for (const file of await listFiles(source)) {
      hash.update(`${file}\n`).update(await readFile(file));
    }
  }
  return hash.digest("hex");
}

/** The path itself for a file; the files below it in a fixed order for a folder. */
async function listFiles(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOTDIR") return undefined;
      throw error;
    },
  );
  if (!entries) return [path];
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}
