import type { Tally } from "./tally";

/** Test files by the runner and project that knows them. */
export interface TestFiles {
  unit: string[];
  integration: string[];
  exhaustive: string[];
  /** Playwright's. */
  screens: string[];
}

/** @throws Error for a file that is no test: no runner would find it, and nothing would seem to fail. */
export function byRunner(files: readonly string[]): TestFiles {
  const sorted: TestFiles = { unit: [], integration: [], exhaustive: [], screens: [] };
  for (const file of files) {
    const [, folder, kind] =
      /^(?:\.\/)?tests\/(unit|integration|exhaustive|e2e)\/.*\.(test|spec)\.ts$/.exec(file) ?? [];
    if (kind === "spec" && (folder === "e2e" || folder === "exhaustive")) sorted.screens.push(file);
    else if (kind === "test" && folder && folder !== "e2e") {
      sorted[folder as "unit" | "integration" | "exhaustive"].push(file);
    } else throw new Error(`${file} is no file of tests in tests/.`);
  }
  return sorted;
}

/** What did not pass at once in one round: cases that failed or were repeated, and runners that ended badly. */
export function unsteady(tallies: readonly Tally[]): string[] {
  return tallies.flatMap(({ name, failed, passed, failures, repeated }) => {
    const named = failures.map((text) => text.split("\n")[0] ?? "");
    const isUnexplained = failed > named.length;
    const hasRunNothing = failed === 0 && passed === 0;
    return [
      ...named,
      ...repeated,
      ...(isUnexplained ? [`${name}: the runner failed`] : []),
      ...(hasRunNothing ? [`${name}: no test ran`] : []),
    ];
  });
}
