import { runParts } from "../checks/parts";

/**
 * `npm run test:all`: `npm test` and the exhaustive tests. With `-- --resume`, parts that have passed on the same sources
 * are not repeated.
 */
export function main(args: string[]): Promise<number> {
  return runParts({ isExhaustive: true, resume: args.includes("--resume") });
}
