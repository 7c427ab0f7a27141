import { availableParallelism } from "node:os";
import { changedTests } from "../checks/changes";
import { runE2e } from "../checks/e2e";
import { openReportsFolder } from "../checks/reports-folder";
import type { Tally } from "../checks/tally";
import { runVitest } from "../checks/verify";
import { startNode } from "../process/child";
import { type Scope, supervise } from "../process/supervise";

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
    await keepBusy(scope);
    const reports = await openReportsFolder(scope);
    const failed = new Map<string, number>();
    for (let round = 1; round <= rounds; round += 1) {
      log(`\n── ${round} of ${rounds} ──`);
      for (const { failures, repeated } of await runOnce(scope, reports, files, isAll)) {
        const names = [...failures.map((text) => text.split("\n")[0] ?? ""), ...repeated];
        for (const name of names) failed.set(name, (failed.get(name) ?? 0) + 1);
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
  files: readonly string[],
  isAll: boolean,
): Promise<Tally[]> {
  const tests = files.filter((file) => file.endsWith(".test.ts"));
  const screens = files.filter((file) => file.endsWith(".spec.ts"));
  const unit = tests.filter((file) => file.startsWith("tests/unit/"));
  const rest = tests.filter((file) => !file.startsWith("tests/unit/"));
  const tallies: Tally[] = [];
  const vitest = async (project: "unit" | "integration", args: string[]) => {
    if (isAll || args.length > 0)
      tallies.push(await runVitest(scope, project, reports, log, { args }));
  };
  await vitest("unit", unit);
  await vitest("integration", rest);
  if (isAll || screens.length > 0) tallies.push(await runE2e(scope, reports, screens, log));
  return tallies;
}

/** One process for each processor, which never rests. */
async function keepBusy(scope: Scope): Promise<void> {
  for (let count = availableParallelism(); count > 0; count -= 1) {
    await startNode(scope, ["--eval", "for (;;);"]);
  }
}
