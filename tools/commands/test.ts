import { runParts } from "../checks/parts";

/**
 * `npm test`: what a change can break in ordinary work. The last line is `N passed, N failed`.
 * `npm test -- --changed`: only what the changes since the main branch can reach.
 * `npm test -- --budget`: a test that takes more processor time than its budget fails, and is not only named.
 */
export function main(args: string[]): Promise<number> {
  return runParts({
    onlyChanged: args.includes("--changed"),
    holdsBudget: args.includes("--budget"),
  });
}
