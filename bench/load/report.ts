import { BARE_HANDLER, type Floor } from "../api/bare";
import { dateAndMachine, type Goal, table } from "../report";
import type { TableSize } from "./jobs";
import type { Round, Spent } from "./round";
import type { LoadOptions } from "./setup";

/** Above this load, the generator distorts the measurement. */
const GENERATOR_LIMIT = 0.8;

/** Of one web process under the mixed load. */
export const MIXED_GOALS: readonly Goal[] = [
  { name: "ms of processor for each request", atMost: 14, unit: " ms", digits: 1 },
  { name: "requests/s, of the bare handler's", atLeast: 10, unit: " %", digits: 1 },
];

/** What came of those goals, in their order. */
export function mixedFigures(floor: readonly Floor[], [round]: readonly Round[]): number[] {
  if (!round) return [];
  const answered = sum(round.traffic.kinds.map((kind) => kind.answered));
  const bare = floor.find(({ name }) => name === BARE_HANDLER)?.result.perSecond ?? Number.NaN;
  const { web, worker, database } = round.spent;
  return [(web + worker + database) / answered, (100 * answered) / round.traffic.seconds / bare];
}

export function loadText(
  options: LoadOptions,
  floor: readonly Floor[],
  rounds: readonly Round[],
): string {
  return [
    `Measured on ${dateAndMachine()}. ${options.companies} companies of ${options.deposits} deposits; ${options.connections} connections, each waiting for its answer; ${options.seconds} s after ${options.warmUpSeconds} s of warm-up. PostgreSQL, the web processes, the worker, the emulators and the load share the processors of one machine.`,
    kindsTable(rounds),
    jobsTable(options, rounds),
    "Memory in MB: resident (mean of the first and of the last third of the measured time) and held by the heap after a full collection (at its start and its end):",
    memoryTable(rounds),
    `For comparison, over ${options.connections} connections, without other load:`,
    floorTable(floor),
    generatorText(rounds),
    failuresText(rounds),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function kindsTable(rounds: readonly Round[]): string {
  const names = [
    ...new Set(rounds.flatMap(({ traffic }) => traffic.kinds.map(({ name }) => name))),
  ];
  const rows = names.map((name) => [name, ...rounds.flatMap((round) => kindCells(round, name))]);
  const columns = rounds.flatMap(({ instances }) => {
    const of = `${instances} web`;
    return [`${of}: requests/s`, "p50 ms", "p99 ms", "errors"];
  });
  const totals = rounds.flatMap(({ traffic }) => {
    const answered = sum(traffic.kinds.map((kind) => kind.answered));
    return [`**${perSecond(answered, traffic.seconds)}**`, "", "", `**${failed(traffic.kinds)}**`];
  });
  return table(["", ...columns], [...rows, ["**all**", ...totals]]);
}

function kindCells({ traffic }: Round, name: string): string[] {
  const kind = traffic.kinds.find((each) => each.name === name);
  if (!kind) return ["–", "", "", ""];
  const { answered, p50, p99 } = kind;
  return [perSecond(answered, traffic.seconds), ms(p50), ms(p99), String(kind.failed)];
}

function jobsTable({ seconds }: LoadOptions, rounds: readonly Round[]): string {
  const row = (name: string, cell: (round: Round) => string) => [name, ...rounds.map(cell)];
  return table(
    ["jobs, by one worker", ...rounds.map(({ instances }) => `${instances} web`)],
    [
      row("syncs/s", ({ jobs }) => perSecond(jobs.syncs, seconds)),
      row("bulk matches/s", ({ jobs }) => perSecond(jobs.bulkMatches, seconds)),
      row("postings/s", ({ jobs }) => perSecond(jobs.postings, seconds)),
      row("failed", ({ jobs }) => String(jobs.failed)),
      row("sales / posted once", (round) => `${round.sold} / ${round.postedOnce}`),
      row("last job done after the last request", ({ quietAfterMs }) => `${ms(quietAfterMs)} ms`),
      row("ms of processor a request: web", (round) => perRequest(round, "web")),
      row("worker", (round) => perRequest(round, "worker")),
      row("PostgreSQL", (round) => perRequest(round, "database")),
      row("processors busy", ({ machineBusy }) => percent(machineBusy)),
    ],
  );
}

function perRequest({ spent, traffic }: Round, of: keyof Spent): string {
  return (spent[of] / sum(traffic.kinds.map((kind) => kind.answered))).toFixed(1);
}

function memoryTable(rounds: readonly Round[]): string {
  const pair = ({ first, last }: { first: number; last: number }) => [
    megabytes(first),
    megabytes(last),
    growth(first, last),
  ];
  const rows = rounds.flatMap(({ instances, memory }) =>
    memory.map((each) => [
      `${instances} web`,
      each.name,
      ...pair(thirds(each.samples)),
      ...pair(each.held),
    ]),
  );
  const head = ["resident: first", "last", "growth", "held: first", "last", "growth"];
  return table(["round", "process", ...head], rows);
}

/** Mean bytes at the beginning and at the end. */
function thirds(samples: readonly number[]): { first: number; last: number } {
  const size = Math.ceil(samples.length / 3);
  const mean = (of: readonly number[]) => sum(of) / of.length;
  return { first: mean(samples.slice(0, size)), last: mean(samples.slice(-size)) };
}

function floorTable(floor: readonly Floor[]): string {
  const rows = floor.map(({ name, result }) => [
    name,
    String(Math.round(result.perSecond)),
    ms(result.p50),
    ms(result.p99),
  ]);
  return table(["", "requests/s", "p50 ms", "p99 ms"], rows);
}

function generatorText(rounds: readonly Round[]): string {
  const busy = rounds.map(({ traffic }) => traffic.generatorBusy);
  const each = busy.map(percent).join(" and ");
  if (Math.max(...busy) < GENERATOR_LIMIT) {
    return `The load generator was busy for ${each} of its time, so it was not the bottleneck.`;
  }
  return `**The load generator was busy for ${each} of its time: the product could have answered more requests.**`;
}

function failuresText(rounds: readonly Round[]): string {
  const failures = rounds.flatMap(({ traffic }) => traffic.failures);
  return failures.length === 0
    ? ""
    : ["Errors:", ...failures.map((each) => `- ${each}`)].join("\n");
}

export function tablesText(tables: readonly TableSize[]): string {
  const rows = tables.map(({ name, rows: count, tableBytes, indexBytes }) => [
    `\`${name}\``,
    Math.round(count).toLocaleString("en-US"),
    megabytes(tableBytes),
    megabytes(indexBytes),
  ]);
  return table(["table", "rows", "MB", "MB of indexes"], rows);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const perSecond = (count: number, seconds: number) => (count / seconds).toFixed(1);
const ms = (value: number | null) => (value === null ? "–" : value.toFixed(value < 10 ? 1 : 0));
const percent = (share: number) => `${Math.round(share * 100)} %`;
const megabytes = (bytes: number) =>
  Number.isNaN(bytes) ? "–" : (bytes / 2 ** 20).toFixed(bytes < 2 ** 20 ? 1 : 0);
const failed = (kinds: readonly { failed: number }[]) => sum(kinds.map((kind) => kind.failed));

function growth(first: number, last: number): string {
  if (Number.isNaN(first)) return "–";
  const grown = last / first - 1;
  return `${grown < 0 ? "−" : "+"}${percent(Math.abs(grown))}`;
}
