import { openReportsFolder } from "../lib/reports-folder";
import { supervise } from "../lib/supervise";
import { totals } from "../lib/tally";
import { verify } from "../lib/verify";

/** `npm run verify`: everything that can be checked without a database. */
export function main(): Promise<number> {
  return supervise(async (scope) => {
    const reports = await openReportsFolder(scope);
    const { line, failed } = totals(await verify(scope, reports, console.log));
    console.log(line);
    return failed > 0 ? 1 : 0;
  });
}
