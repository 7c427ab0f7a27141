import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What takes a minute and more. Vitest knows sizes and not times on a fresh clone, and these are small files. */
const LONGEST = [
  "reliability/fault-matrix",
  "integration/bad-input",
  "reliability/kill",
  "integration/crash",
  "integration/faults",
  "reliability/clock-skew",
  "integration/ledger-postings",
  "integration/ledger-changes",
];

/** Begins with the longest files, so that in the end no worker is left alone with one of them. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = LONGEST.flatMap((name) =>
      sorted.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`)),
    );
    return [...long, ...sorted.filter((file) => !long.includes(file))];
  }
}
