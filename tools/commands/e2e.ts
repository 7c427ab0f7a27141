import { runE2e } from "../checks/e2e";
import { openReportsFolder } from "../checks/reports-folder";
import { totals } from "../checks/tally";
import { supervise } from "../process/supervise";

/** `npm run e2e -- [Playwright's arguments]`: the end-to-end tests alone, for developers. */
export function main(args: string[]): Promise<number> {
  return supervise(async (scope) => {
    const reports = await openReportsFolder(scope);
    const { line, failed } = totals([await runE2e(scope, reports, args, console.log)]);
    console.log(line);
    return failed > 0 ? 1 : 0;
  });
}
