import { runE2e } from "../checks/e2e";
import { openReportsFolder } from "../checks/reports-folder";
import { oneCheck, type Tally, totals } from "../checks/tally";
import { runVitest, verify } from "../checks/verify";
import { supervise } from "../process/supervise";

const log = console.log;

/** `npm test`: everything. The last line is `N passed, N failed`. */
export function main(): Promise<number> {
  return supervise(async (scope) => {
    const reports = await openReportsFolder(scope);
    const tallies = await section("Format, structure, unused code, types, unit tests", () =>
      verify(scope, reports, log),
    );
    // One after the other: each keeps the processors busy by itself.
    tallies.push(
      ...(await section("Integration tests on PostgreSQL", async () => [
        await runVitest(scope, "integration", reports, log),
      ])),
      ...(await section("End-to-end tests in Chromium", async () => [
        await runE2e(scope, reports, [], log),
      ])),
    );
    // Logs are mostly read from the end, and often only the end is kept.
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

/** A part that cannot run counts as one failure, and the others still run. */
async function section(title: string, run: () => Promise<Tally[]>): Promise<Tally[]> {
  log(`\n── ${title} ──`);
  try {
    return await run();
  } catch (error) {
    log(error instanceof Error && error.constructor === Error ? error.message : String(error));
    return [oneCheck(title, false)];
  }
}
