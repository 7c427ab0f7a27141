import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

const SOURCE = join("server", "suggestions", "engine", "thread.ts");
const BUILT = join(".next", "engine-thread.mjs");

/** Builds the program of the engine's threads into one file beside Next's build, which does not know of it. */
export async function buildEngineThread(): Promise<void> {
  await build({
    entryPoints: [SOURCE],
    outfile: BUILT,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  if (process.env.BUILD_STANDALONE === "1") {
    await copyFile(BUILT, join(".next", "standalone", BUILT));
  }
}
