import { totalmem } from "node:os";
import { runE2e } from "../checks/e2e";
import { openReportsFolder } from "../checks/reports-folder";
import { oneCheck, type Tally, totals } from "../checks/tally";
import { runVitest, verify } from "../checks/verify";
import { supervise } from "../process/supervise";

const log = console.log;
/** Servers, browsers and PostgreSQL of both need about five gigabytes. */
const MEMORY_FOR_BOTH = 7 * 2 ** 30;

/** `npm test`: everything. The last line is `N passed, N failed`. */
export function main(): Promise<number> {
  return supervise(async (scope) => {
    const reports = await openReportsFolder(scope);
    const tallies = await section("Format, structure, unused code, types, unit tests", () =>
      verify(scope, reports, log),
    );
    // Integration tests mostly wait, so the build and Chromium can use the idle processors.
    const integration = () =>
      section("Integration tests on PostgreSQL", async () => [
        await runVitest(scope, "integration", reports, log),
      ]);
    const endToEnd = () =>
      section("End-to-end tests in Chromium", async () => [await runE2e(scope, reports, [], log)]);
    if (totalmem() >= MEMORY_FOR_BOTH) {
      tallies.push(...(await Promise.all([integration(), endToEnd()])).flat());
    } else {
      tallies.push(...(await integration()), ...(await endToEnd()));
    }
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
