import type { Run } from "../nodes";
import { dateAndMachine, goalsTable, isMet, median, table } from "../report";
import type { LoadResult } from "./load";
import { GOALS } from "./targets";

/** Repeated measurements of one target at each number of connections. */
export interface Measured {
  name: string;
  runs: Map<number, LoadResult[]>;
}

const middle = (measured: Measured | undefined, connections: number, field: keyof LoadResult) =>
  median((measured?.runs.get(connections) ?? []).map((run) => run[field] ?? Number.NaN));

/** What the goals are about: the p50 by that of the bare things, in the order of the goals. */
function ratios(all: readonly Measured[], connections: number): number[] {
  const p50 = (name: string) =>
    middle(
      all.find((each) => each.name === name),
      connections,
      "p50",
    );
  return GOALS.map(
    ({ name, against }) => p50(name) / against.reduce((sum, each) => sum + p50(each), 0),
  );
}

/** Whether every goal is met, with one connection. */
export function areMet(runs: readonly Run<readonly Measured[]>[]): boolean {
  return runs.every(({ figures }) => {
    const found = ratios(figures, 1);
    return GOALS.every((goal, at) => isMet(goal, found[at] ?? Number.NaN));
  });
}

/** The goals and, for orientation, the times, for each number of connections; as Markdown. */
export function render(runs: readonly Run<readonly Measured[]>[]): string {
  const counts = [...(runs[0]?.figures[0]?.runs.keys() ?? [])];
  const parts = counts.flatMap((connections) => [
    `## ${connections === 1 ? "One connection" : `${connections} connections`}`,
    goalsTable(
      GOALS,
      runs.map(({ node, figures }) => ({ node, figures: ratios(figures, connections) })),
    ),
    "In milliseconds, for orientation; *own* is the processor time of the answering process for each request:",
    timesTable(runs, connections),
  ]);
  return [...parts, ...etagText(runs)].join("\n\n");
}

function timesTable(runs: readonly Run<readonly Measured[]>[], connections: number): string {
  const head = runs.flatMap(({ node }) => [`${node}: p50`, "p99", "own", "requests/s"]);
  const cells = (measured: Measured | undefined) => [
    ...(["p50", "p99", "processor"] as const).map((field) =>
      digits(middle(measured, connections, field)),
    ),
    String(Math.round(middle(measured, connections, "perSecond"))),
  ];
  const names = runs[0]?.figures.map(({ name }) => name) ?? [];
  const rows = names.map((name) => [
    name,
    ...runs.flatMap(({ figures }) => cells(figures.find((each) => each.name === name))),
  ]);
  return table(["", ...head], rows);
}

const digits = (value: number) => (Number.isNaN(value) ? "–" : value.toFixed(2));

/** A list without an ETag is computed for each request. */
function etagText(runs: readonly Run<readonly Measured[]>[]): string[] {
  const asked = runs.flatMap(({ figures }) => figures.filter(({ name }) => name.includes("304")));
  const results = asked.flatMap((each) => [...each.runs.values()].flat());
  return results.some(({ unchanged }) => unchanged > 0)
    ? []
    : ["The list has no ETag: no answer was a 304."];
}

/** The complete docs/reports/api.md. */
export function document(runs: readonly Run<readonly Measured[]>[]): string {
  return `# How fast the API answers

Written by \`npm run bench:api\` on ${dateAndMachine(runs.map(({ node }) => node))}. A company has 100,000 deposits with 300,000 lines, their
payments, matches, postings and history. The production build, the embedded PostgreSQL and the load run on this one
machine; the load comes from its own process over keep-alive connections, each waiting for its answer. Every number is the
median of the rounds, which alternate; versions of Node (\`-- --node PATH --node PATH\`) are measured one after the other.

A goal is a ratio: the p50 of an authenticated page to that of a bare Next route handler (an app with nothing else in it) and of
one bare \`SELECT 1\` together, and the p50 of a signed-in page's HTML to that of a bare page which Next renders for each request. It counts with
one connection.

${render(runs)}
`;
}
