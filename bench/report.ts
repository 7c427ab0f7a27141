import { readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { fileURLToPath } from "node:url";

/** Parts of the reports that a command measures by itself; it keeps the others. */
const FILES = {
  load: "load.md",
  streams: "load.md",
  "auto-match": "load.md",
  tables: "load.md",
  plans: "load.md",
  "rolling restart": "load.md",
  "fault matrix": "reliability.md",
  "fault matrix in Xero": "reliability.md",
  kills: "reliability.md",
  "kills while posting": "reliability.md",
  "two instances": "reliability.md",
  "two instances in Xero": "reliability.md",
  "first sync": "reliability.md",
} as const;
type Section = keyof typeof FILES;

const pathOf = (file: string) => fileURLToPath(new URL(`../docs/reports/${file}`, import.meta.url));

/** Writes a whole report, such as "api.md". */
export async function writeReport(file: string, text: string): Promise<void> {
  await writeFile(pathOf(file), text);
  console.error(`docs/reports/${file} written`);
}

/** Writes new figures between a section's marks. @throws Error when its report has no such marks. */
export async function writeSection(section: Section, text: string): Promise<void> {
  const file = FILES[section];
  const before = await readFile(pathOf(file), "utf8");
  await writeReport(file, replaced(before, section, text));
}

export function replaced(document: string, section: Section, text: string): string {
  const begin = `<!-- ${section}: written by a command -->`;
  const end = `<!-- end of ${section} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from)
    throw new Error(`docs/reports/${FILES[section]} has no place for "${section}"`);
  return `${document.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${document.slice(to)}`;
}

/** When and where it was measured: "2026-03-02 (2 × EPYC, 8 GB, Node v24)". @param nodes versions, of this process by default */
export function dateAndMachine(nodes: readonly string[] = [process.version]): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? "unknown processor"}, ${memory} GB, Node ${nodes.join(" and ")}`;
  return `${new Date().toISOString().slice(0, 10)} (${machine})`;
}

/** A Markdown table; the first column is text, the others figures. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, index) => (index === 0 ? "---" : "---:"));
  return [head, rule, ...rows].map(rowText).join("\n");
}

/** A Markdown table whose columns are all text. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map(rowText).join("\n");
}

const rowText = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** @param share 0.5 for the median, 0.95 for what one in twenty exceeds; NaN for no values */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** What a figure should be. Goals are ratios of one run, or of a processor: machines differ, and so do their moods. */
export interface Goal {
  name: string;
  atMost?: number;
  atLeast?: number;
  /** After the figure: " ×", " %". */
  unit: string;
  /** Decimal places. */
  digits: number;
}

export function isMet({ atMost, atLeast }: Goal, figure: number): boolean {
  return figure <= (atMost ?? figure) && figure >= (atLeast ?? figure);
}

/** "at most 4 ×" */
export function goalText({ atMost, atLeast, unit }: Goal): string {
  return atMost === undefined ? `at least ${atLeast}${unit}` : `at most ${atMost}${unit}`;
}

/** "5.21 ×, **missed**"; a dash for what wasn't measured. */
export function judged(goal: Goal, figure: number): string {
  if (Number.isNaN(figure)) return "–";
  return `${figure.toFixed(goal.digits)}${goal.unit}, ${isMet(goal, figure) ? "met" : "**missed**"}`;
}

/** Goals and what came of them, a column for each version of Node. @param runs figures in the order of the goals */
export function goalsTable(
  goals: readonly Goal[],
  runs: readonly { node: string; figures: readonly number[] }[],
): string {
  return table(
    ["", "goal", ...runs.map(({ node }) => `Node ${node}`)],
    goals.map((goal, at) => [
      goal.name,
      goalText(goal),
      ...runs.map(({ figures }) => judged(goal, figures[at] ?? Number.NaN)),
    ]),
  );
}

/**
 * Reads the option that every benchmark with a fixed size has: `-- --smallest` runs each of its parts once on tiny
 * inputs, to see that they run. Nothing is written, and no figure is judged.
 * @returns the arguments without the option, and whether it was there
 */
export function readSmallest(args: readonly string[]): { smallest: boolean; rest: string[] } {
  const rest = args.filter((arg) => arg !== "--smallest");
  return { smallest: rest.length < args.length, rest };
}
