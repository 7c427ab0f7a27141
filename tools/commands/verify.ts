import { openReportsFolder } from "../checks/reports-folder";
import { totals } from "../checks/tally";
import { verify } from "../checks/verify";
import { supervise } from "../process/supervise";

/** `npm run verify`: all checks that need no database. */
export function main(): Promise<number> {
  return supervise(async (scope) => {
    const reports = await openReportsFolder(scope);
    const { line, failed } = totals(await verify(scope, reports, console.log));
    console.log(line);
    return failed > 0 ? 1 : 0;
  });
}
