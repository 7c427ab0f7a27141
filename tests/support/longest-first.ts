import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take a minute or more. On a fresh clone Vitest knows sizes but not times, and these are small
 * files.
 */
const LONGEST = [
  "exhaustive/scripts",
  "exhaustive/fault-matrix",
  "exhaustive/kill",
  "integration/fault-matrix",
  "integration/bad-input",
  "integration/crash",
  "integration/faults",
  "integration/clock-skew",
  "integration/ledger-postings",
  "integration/ledger-changes",
];

/** Starts the longest files first, so that no worker is left alone with one at the end. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = LONGEST.flatMap((name) =>
      sorted.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`)),
    );
    return [...long, ...sorted.filter((file) => !long.includes(file))];
  }
}
