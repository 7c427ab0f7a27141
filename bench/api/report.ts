import { cpus, totalmem } from "node:os";
import type { LoadResult } from "./load";

/** Repeated measurements at each number of connections. */
export interface Measured {
  name: string;
  /** Whether the target applies. */
  judged: boolean;
  runs: Map<number, LoadResult[]>;
}

const FACTOR = 3;

/** The floor: a bare handler, and one bare query. */
export interface Floor {
  bare: Measured;
  select: Measured;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const middle = (measured: Measured, connections: number, field: keyof LoadResult) =>
  median((measured.runs.get(connections) ?? []).map((run) => run[field]));

/** Maximum p50 of a judged page, in milliseconds. */
export function limit({ bare, select }: Floor, connections: number): number {
  return FACTOR * (middle(bare, connections, "p50") + middle(select, connections, "p50"));
}

export function isMet(measured: Measured, floor: Floor, connections: number): boolean {
  return middle(measured, connections, "p50") <= limit(floor, connections);
}

/** One table per number of connections, as Markdown. */
export function render(all: Measured[], floor: Floor): string {
  const counts = [...(all[0]?.runs.keys() ?? [])];
  return counts.map((connections) => table(all, floor, connections)).join("\n\n");
}

function table(all: Measured[], floor: Floor, connections: number): string {
  const allowed = limit(floor, connections);
  const rows = all.map((each) => {
    const p50 = middle(each, connections, "p50");
    const verdict = each.judged
      ? `${p50 <= allowed ? "met" : "**missed**"} (${(p50 / (allowed / FACTOR)).toFixed(2)} ×)`
      : "";
    const numbers = [
      Math.round(middle(each, connections, "perSecond")),
      p50.toFixed(2),
      middle(each, connections, "p99").toFixed(2),
    ];
    return `| ${[each.name, ...numbers, verdict].join(" | ")} |`;
  });
  return [
    `**${connections === 1 ? "One connection" : `${connections} connections`}**: at most ${allowed.toFixed(2)} ms`,
    "",
    "| | requests/s | p50 ms | p99 ms | target |",
    "| --- | ---: | ---: | ---: | --- |",
    ...rows,
  ].join("\n");
}

/** The complete docs/reports/api.md. */
export function document(tables: string, today: string): string {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim() ?? "unknown processor"}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
  return `# How fast the API answers

Written by \`npm run bench:api\` on ${today} (${machine}). A company has 100,000 deposits with 300,000 lines, their
payments, matches, postings and history. The production build, the embedded PostgreSQL and the load run on this one
machine; the load comes from its own process over keep-alive connections, each waiting for its answer. Every number is the
median of the rounds, which alternate.

The target: the p50 of an authenticated page is at most ${FACTOR} times that of a bare Next route handler (an app with
nothing else in it) and of one bare \`SELECT 1\` together.

${tables}
`;
}
