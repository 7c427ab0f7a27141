import { ensureBuild } from "../lib/build";
import { runE2e } from "../lib/e2e";
import { openReportsFolder } from "../lib/reports-folder";
import { type Scope, supervise } from "../lib/supervise";
import { oneCheck, type Tally, totals } from "../lib/tally";
import { runVitest, verify } from "../lib/verify";

const log = console.log;

/** `npm test`: everything. The last line is `N passed, N failed`. */
export function main(): Promise<number> {
  return supervise(async (scope) => {
    const reports = await openReportsFolder(scope);
    const tallies = [
      ...(await section("Format, lint, types, structure, unused code, unit tests", () =>
        verify(scope, reports, log),
      )),
      ...(await section("Integration tests on PostgreSQL", async () => {
        const building = buildAhead(scope);
        const tally = await runVitest(scope, "integration", reports, log);
        await building;
        return [tally];
      })),
      ...(await section("End-to-end tests in Chromium", async () => [
        await runE2e(scope, reports, [], log),
      ])),
    ];
    // A log is mostly read from its end, and often only the end of it is kept.
    for (const failure of tallies.flatMap(({ failures }) => failures)) log(`\n✗ ${failure}`);
    log("");
    for (const { name, passed, failed } of tallies) {
      log(`${failed > 0 ? "✗" : "✓"} ${name.padEnd(20)}${passed} passed, ${failed} failed`);
    }
    const { line, failed } = totals(tallies);
    log(`\n${line}`);
    return failed > 0 ? 1 : 0;
  });
}

/** Beside tests that mostly wait. A build that fails is told by the tests that need it: they build again. */
async function buildAhead(scope: Scope): Promise<void> {
  await ensureBuild(scope, log).catch(() => undefined);
}

/** A part that cannot even run counts as one failure, and the others still run. */
async function section(title: string, run: () => Promise<Tally[]>): Promise<Tally[]> {
  log(`\n── ${title} ──`);
  try {
    return await run();
  } catch (error) {
    log(error instanceof Error && error.constructor === Error ? error.message : String(error));
    return [oneCheck(title, false)];
  }
}
