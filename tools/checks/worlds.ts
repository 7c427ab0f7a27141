import { areWorldsBuilt, worldsFolder } from "@/tools/worlds/worlds";
import { runChild } from "../process/child";
import type { Scope } from "../process/supervise";
import { environmentWithoutSettings } from "../product/settings";

/** Makes the worlds that tests begin from, unless those of these sources and this day are kept. */
export async function ensureWorlds(scope: Scope, log: (line: string) => void): Promise<void> {
  if (areWorldsBuilt(worldsFolder())) return;
  const started = Date.now();
  log("Making the worlds that tests begin from …");
  const lines: string[] = [];
  const code = await runChild(
    scope,
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--project=worlds"],
    { env: environmentWithoutSettings(), onLine: (line) => lines.push(line) },
  );
  if (code !== 0) throw new Error(`The worlds couldn't be made:\n${lines.join("\n")}`);
  log(`Made in ${Math.round((Date.now() - started) / 1000)} s.`);
}
