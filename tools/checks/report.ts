import { longest, longestFiles, type TimedTest } from "./budget";
import { type Tally, totals } from "./tally";

/** A part that has run. */
export interface Timed {
  title: string;
  /** By the clock on the wall. */
  seconds: number;
  /** Of all processes that it started; absent where the system doesn't say. */
  processorMs?: number;
  tallies: Tally[];
}

/** docs/reports/tests-all.md. @param judged every tally of the run, those of no part too. */
export function reportText(
  parts: readonly Timed[],
  judged: readonly Tally[],
  { day, processors }: { day: string; processors: number },
): string {
  const tests = parts.flatMap(({ tallies }) => tallies.flatMap((tally) => tally.tests));
  const repeated = judged.flatMap((tally) => tally.repeated);
  return [
    "# All tests",
    "",
    `Written by \`npm run test:all\` on ${day}, ${processors} processors: **${totals([...judged]).line}**.`,
    "",
    "| Part | Passed | Failed | Wall, s | Processor, s |",
    "| --- | ---: | ---: | ---: | ---: |",
    ...parts.map(partRow),
    "",
    ...table("Longest tests", longest(tests, 10)),
    ...table("Longest files", longestFiles(tests, 10)),
    ...(repeated.length > 0
      ? ["Passed only when repeated:", "", ...repeated.map((test) => `- ${cell(test)}`), ""]
      : []),
  ].join("\n");
}

function partRow({ title, seconds, processorMs, tallies }: Timed): string {
  const sum = (key: "passed" | "failed") => tallies.reduce((total, each) => total + each[key], 0);
  const processor = processorMs === undefined ? "not measured" : Math.round(processorMs / 1000);
  return `| ${title} | ${sum("passed")} | ${sum("failed")} | ${seconds} | ${processor} |`;
}

function table(title: string, rows: readonly TimedTest[]): string[] {
  const measured = rows.flatMap(({ test, processorMs }) =>
    processorMs === undefined ? [] : [`| ${cell(test)} | ${(processorMs / 1000).toFixed(1)} |`],
  );
  if (measured.length === 0) return [];
  return [`| ${title} | Processor, s |`, "| --- | ---: |", ...measured, ""];
}

/** A test's name may have what Markdown reads as its own. */
function cell(text: string): string {
  return text.replace(/[\\|<>*_`[\]]/g, "\\$&");
}
