import { runParts } from "../checks/parts";

/**
 * `npm test`: what a change can break in ordinary work. The last line is `N passed, N failed`.
 * `npm test -- --changed`: only what the changes since the main branch can reach.
 */
export function main(args: string[]): Promise<number> {
  return runParts({ onlyChanged: args.includes("--changed") });
}
