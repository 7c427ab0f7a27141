import { startThrowawayPostgres } from "@/tools/postgres/throwaway-postgres";
import { freePort } from "@/tools/process/free-port";
import { type Scope, supervise } from "@/tools/process/supervise";
import { startProduct } from "@/tools/product/product";
import { environmentWithoutSettings } from "@/tools/product/settings";
import { signUp } from "../client";
import { dateAndMachine, median, readSmallest, table, writeReport } from "../report";
import { startBareApp } from "./bare";
import { fillBooks } from "./books";
import { type Load, type LoadResult, loadFromChild, runLoad } from "./load";

const CONNECTIONS = [1, 8];

interface Size {
  deposits: number;
  rounds: number;
  /** Of each load. */
  seconds: number;
}

const WHOLE: Size = { deposits: 100_000, rounds: 5, seconds: 2 };
const SMALLEST: Size = { deposits: 100, rounds: 1, seconds: 0.2 };

const log = (line: string) => console.error(line);

type Target = Pick<Load, "url" | "token"> & { name: string; judged: boolean };

/**
 * `npm run bench:api`: the time of the product's reads beside what they stand on. Writes docs/reports/api.md;
 * `-- --smallest` writes and judges nothing.
 * @returns the exit code: 0 targets met, 1 missed or failed
 */
export async function main(args: string[]): Promise<number> {
  const [flag, load] = args;
  if (flag === "--load" && load !== undefined) {
    process.send?.(await runLoad(JSON.parse(load)));
    process.disconnect();
    return 0;
  }
  const { smallest, rest } = readSmallest(args);
  if (rest.length > 0) throw new Error("The only option is --smallest.");
  const size = smallest ? SMALLEST : WHOLE;
  return supervise(async (scope) => {
    const measured = await measure(await startTargets(scope, size), size);
    const [select, bare] = measured;
    if (!select || !bare) throw new Error("nothing was measured");
    const floor = { select, bare };
    const tables = render(measured, floor);
    console.log(tables);
    if (smallest) return 0;
    await writeReport("api.md", document(tables));
    const judged = measured.filter((each) => each.judged);
    return judged.every((each) => isMet(each, floor, CONNECTIONS[0] ?? 1)) ? 0 : 1;
  });
}

async function startTargets(scope: Scope, { deposits }: Size): Promise<Target[]> {
  const database = await scope.acquire(
    () => startThrowawayPostgres(log),
    (held) => held.release(),
  );
  const { url } = await startProduct(scope, {
    mode: "start",
    port: await freePort(),
    env: {
      ...environmentWithoutSettings(),
      DATA_DIR: database.dataDir,
      LOG_LEVEL: "warn",
      WORKER: "off",
    },
    log,
  });
  log("Building the bare app …");
  const bareUrl = await startBareApp(scope);
  const { username, token } = await signUp(url, "bench");
  log(`Writing ${deposits} deposits …`);
  await fillBooks(database.url(), username, deposits);
  return [
    { name: "`SELECT 1`", url: database.url(), judged: false },
    { name: "bare Next route handler", url: bareUrl, judged: false },
    { name: "`/api/health`", url: `${url}/api/health`, judged: false },
    {
      name: "`/api/qb/deposit-status/`, page of 50",
      url: `${url}/api/qb/deposit-status/?page=1&page_size=50`,
      token,
      judged: true,
    },
    {
      name: "`/api/user/dashboard-status/api/`",
      url: `${url}/api/user/dashboard-status/api/`,
      token,
      judged: true,
    },
  ];
}

/** Every target in every round, so that a slow moment of the machine affects all of them. */
async function measure(targets: Target[], { rounds, seconds }: Size): Promise<Measured[]> {
  const measured = targets.map(
    ({ name, judged }): Measured => ({
      name,
      judged,
      runs: new Map(CONNECTIONS.map((connections) => [connections, []])),
    }),
  );
  for (let round = 1; round <= rounds; round += 1) {
    log(`Round ${round} of ${rounds} …`);
    for (const connections of CONNECTIONS) {
      for (const [index, { url, token }] of targets.entries()) {
        const load = { url, ...(token && { token }), connections, seconds };
        const result = await loadFromChild(process.argv[1] ?? "", load);
        measured[index]?.runs.get(connections)?.push(result);
      }
    }
  }
  return measured;
}

/** Repeated measurements at each number of connections. */
interface Measured {
  name: string;
  /** Whether the target applies. */
  judged: boolean;
  runs: Map<number, LoadResult[]>;
}

const FACTOR = 3;

/** The floor: a bare handler, and one bare query. */
interface Floor {
  bare: Measured;
  select: Measured;
}

const middle = (measured: Measured, connections: number, field: keyof LoadResult) =>
  median((measured.runs.get(connections) ?? []).map((run) => run[field]));

/** Maximum p50 of a judged page, in milliseconds. */
function limit({ bare, select }: Floor, connections: number): number {
  return FACTOR * (middle(bare, connections, "p50") + middle(select, connections, "p50"));
}

function isMet(measured: Measured, floor: Floor, connections: number): boolean {
  return middle(measured, connections, "p50") <= limit(floor, connections);
}

/** One table per number of connections, as Markdown. */
function render(all: Measured[], floor: Floor): string {
  const counts = [...(all[0]?.runs.keys() ?? [])];
  return counts.map((connections) => tableOf(all, floor, connections)).join("\n\n");
}

function tableOf(all: Measured[], floor: Floor, connections: number): string {
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
    return [each.name, ...numbers.map(String), verdict];
  });
  return [
    `**${connections === 1 ? "One connection" : `${connections} connections`}**: at most ${allowed.toFixed(2)} ms`,
    "",
    table(["", "requests/s", "p50 ms", "p99 ms", "target"], rows),
  ].join("\n");
}

/** The complete docs/reports/api.md. */
function document(tables: string): string {
  return `# How fast the API answers

Written by \`npm run bench:api\` on ${dateAndMachine()}. A company has 100,000 deposits with 300,000 lines, their
payments, matches, postings and history. The production build, the embedded PostgreSQL and the load run on this one
machine; the load comes from its own process over keep-alive connections, each waiting for its answer. Every number is the
median of the rounds, which alternate.

The target: the p50 of an authenticated page is at most ${FACTOR} times that of a bare Next route handler (an app with
nothing else in it) and of one bare \`SELECT 1\` together.

${tables}
`;
}
