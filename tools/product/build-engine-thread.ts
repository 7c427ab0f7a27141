import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

const SOURCE = join("server", "matches", "engine", "thread.ts");
/** Next's build doesn't know of it. */
export const BUILT_ENGINE_THREAD = join(".next", "engine-thread.mjs");

/** Builds the program of the engine's threads next to Next's build. */
export async function buildEngineThread(): Promise<void> {
  await bundleEngineThread(BUILT_ENGINE_THREAD);
  if (process.env.BUILD_STANDALONE === "1") {
    await copyFile(BUILT_ENGINE_THREAD, join(".next", "standalone", BUILT_ENGINE_THREAD));
  }
}

/**
 * Bundles the program of the engine's threads into one file, which starts in a fraction of the time that tsx takes to
 * load its modules one by one.
 * @param file where it is written; it needs no packages at run time
 */
export async function bundleEngineThread(file: string): Promise<void> {
  await build({
    entryPoints: [SOURCE],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
}
