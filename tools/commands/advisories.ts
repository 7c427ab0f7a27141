import { checkAdvisories } from "../checks/advisories";
import { supervise } from "../process/supervise";

/**
 * `npm run advisories`: what is published about the packages that run.
 * @returns the exit code: 1 where an advisory is high or critical
 */
export function main(): Promise<number> {
  return supervise(async (scope) => {
    const tallies = await checkAdvisories(scope, console.log);
    return tallies.some(({ failed }) => failed > 0) ? 1 : 0;
  });
}
