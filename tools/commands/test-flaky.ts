import { availableParallelism } from "node:os";
import { changedTests } from "../checks/changes";
import { runE2e } from "../checks/e2e";
import { openReportsFolder } from "../checks/reports-folder";
import { byRunner, type TestFiles, unsteady } from "../checks/rounds";
import type { Tally } from "../checks/tally";
import { runVitest } from "../checks/verify";
import { startNode } from "../process/child";
import { type Scope, supervise } from "../process/supervise";
import { ensureBuild } from "../product/build";

const USAGE = "Usage: npm run test:flaky -- TIMES [--all | FILE …]";
const log = console.log;

/**
 * `npm run test:flaky -- TIMES [--all | FILE …]`: runs tests many times while other work keeps every processor busy, and
 * lists those that did not pass every time. Without files, the tests that differ from the main branch.
 */
export function main([times = "", ...rest]: string[]): Promise<number> {
  return supervise(async (scope) => {
    const rounds = Number(times);
    if (!Number.isInteger(rounds) || rounds < 1) throw new Error(USAGE);
    const isAll = rest.includes("--all");
    const files = rest.length > 0 ? rest.filter((each) => each !== "--all") : await changedTests();
    if (!isAll && files.length === 0) throw new Error(`No test has changed. ${USAGE}`);
    const sorted = byRunner(files);
    // Before the load: it would only make it slower.
    if (isAll || sorted.screens.length > 0) await ensureBuild(scope, log);
    await keepBusy(scope);
    const reports = await openReportsFolder(scope);
    const failed = new Map<string, number>();
    for (let round = 1; round <= rounds; round += 1) {
      log(`\n── ${round} of ${rounds} ──`);
      for (const name of new Set(unsteady(await runOnce(scope, reports, sorted, isAll)))) {
        failed.set(name, (failed.get(name) ?? 0) + 1);
      }
    }
    log("");
    for (const [name, count] of failed) log(`✗ ${count} of ${rounds}: ${name}`);
    if (failed.size === 0) log(`✓ Everything passed ${rounds} of ${rounds}.`);
    return failed.size > 0 ? 1 : 0;
  });
}

async function runOnce(
  scope: Scope,
  reports: string,
  { screens, ...files }: TestFiles,
  isAll: boolean,
): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const project of ["unit", "integration", "exhaustive"] as const) {
    const args = files[project];
    // All is what npm test runs.
    if ((isAll && project !== "exhaustive") || args.length > 0) {
      tallies.push(await runVitest(scope, project, reports, log, { args }));
    }
  }
  if (isAll || screens.length > 0) tallies.push(await runE2e(scope, reports, screens, log));
  return tallies;
}

/** It looks up every 50 ms: a loop without end would not see that this command has been killed, and stay forever. */
const BUSY =
  "const turn = () => { const end = Date.now() + 50; while (Date.now() < end); setImmediate(turn); }; turn();";

/** One process for each processor, which never rests; they end with the command. */
async function keepBusy(scope: Scope): Promise<void> {
  for (let count = availableParallelism(); count > 0; count -= 1) {
    await startNode(scope, ["--eval", BUSY]);
  }
}
