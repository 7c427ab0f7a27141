import { once } from "node:events";
import { resolve } from "node:path";
import { supervise } from "@/tools/process/supervise";
import { bundleEngineThread } from "@/tools/product/build-engine-thread";
import { underEachNode } from "../../nodes";
import { startProgram } from "../../processes";
import {
  dateAndMachine,
  type Goal,
  goalsTable,
  readSmallest,
  table,
  writeSection,
} from "../../report";
import type { Figures, Order } from "./program";

/** Of ten deposits two are open, with three payments each. */
const WHOLE = {
  large: { companies: 1, depositsEach: 16_667, times: 15 },
  sixteen: { companies: 16, depositsEach: 500, times: 5 },
};
const SMALLEST = {
  large: { companies: 1, depositsEach: 100, times: 2 },
  sixteen: { companies: 2, depositsEach: 100, times: 2 },
};

const GOALS: readonly Goal[] = [
  { name: "finding out what has changed, of one auto-match", atMost: 2, unit: " %", digits: 1 },
  { name: "one of sixteen at once, against one alone", atMost: 8, unit: " ×", digits: 1 },
];

type Measured = Record<keyof typeof WHOLE, Figures> & { isWhole: boolean };

/**
 * `npm run bench:load -- --auto-match`: one Auto Match of a company with 10,000 open payments, and sixteen companies at once,
 * without HTTP; with `--node PATH`, under each of those. Writes its section of docs/reports/load.md; `-- --auto-match
 * --smallest` writes nothing.
 */
export async function main(args: string[]): Promise<number> {
  const runs = await underEachNode("bench:load", args, measureAll, ["--auto-match"]);
  if (!runs) return 0;
  const text = [
    `Measured on ${dateAndMachine(runs.map(({ node }) => node))}; medians in ms.`,
    goalsTable(
      GOALS,
      runs.map(({ node, figures: { large, sixteen } }) => ({
        node,
        figures: [
          (200 * large.findingChanges) / large.alone,
          (sixteen.together ?? Number.NaN) / sixteen.alone,
        ],
      })),
    ),
    table(
      ["", ...runs.flatMap(({ node }) => [`10,000 open, Node ${node}`, `sixteen, Node ${node}`])],
      ROWS.map(([name, of]) => [
        name,
        ...runs.flatMap(({ figures: { large, sixteen } }) => [cell(of(large)), cell(of(sixteen))]),
      ]),
    ),
  ].join("\n\n");
  console.log(`\n${text}`);
  if (runs.every(({ figures }) => figures.isWhole)) await writeSection("auto-match", text);
  return 0;
}

const ROWS: readonly (readonly [name: string, of: (figures: Figures) => number | null])[] = [
  ["a transaction with `SELECT 1`", ({ bare }) => bare],
  ["one auto-match, books unknown to the process", ({ first }) => first],
  ["one auto-match", ({ alone }) => alone],
  ["its processor time, PostgreSQL's not counted", ({ processor }) => processor],
  ["PostgreSQL's", ({ database }) => database],
  ["finding out that nothing has changed", ({ findingChanges }) => findingChanges],
  ["the same by reading all versions", ({ readingVersions }) => readingVersions],
  ["each of all companies at once", ({ together }) => together],
];

const cell = (ms: number | null) => (ms === null ? "–" : ms.toFixed(ms < 10 ? 2 : 0));

async function measureAll(args: string[]): Promise<Measured> {
  const { smallest } = readSmallest(args);
  const { large, sixteen } = smallest ? SMALLEST : WHOLE;
  // As the product runs it: what tsx compiles takes longer.
  process.env.ENGINE_PROGRAM = resolve("generated", "engine-thread.mjs");
  await bundleEngineThread(process.env.ENGINE_PROGRAM);
  return { large: await measure(large), sixteen: await measure(sixteen), isWhole: !smallest };
}

async function measure(order: Order): Promise<Figures> {
  let figures: Figures | undefined;
  await supervise(async (scope) => {
    process.env.AUTO_MATCH_ORDER = JSON.stringify(order);
    const child = await startProgram(scope, new URL("program.ts", import.meta.url));
    [figures] = (await once(child, "message")) as [Figures];
    return 0;
  });
  if (!figures) throw new Error("Nothing was measured");
  return figures;
}
