import { Agent, type ClientRequest, get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { supervise } from "@/tools/process/supervise";
import { type LoadResult, loadFromChild } from "../../api/load";
import { underEachNode } from "../../nodes";
import {
  dateAndMachine,
  type Goal,
  goalsTable,
  median,
  readSmallest,
  table,
  writeSection,
} from "../../report";
import { webInstance, workerInstance } from "../instances";
import { withCompanies } from "../setup";
import { CHECKED_TOGETHER, type Check, type Cost, costOf, measureChecks } from "./cost";

/** The time after which a stream without a change looks by itself. */
const LOOK_SECONDS = 15;
/** Rounds with and without streams in turn, so that a slow moment of the machine affects both. */
const WHOLE = { rounds: 3, seconds: 2 * LOOK_SECONDS, loadSeconds: 10 };
const SMALLEST = { rounds: 1, seconds: 1, loadSeconds: 0.2 };
const STREAMS = 300;
const SMALLEST_STREAMS = 3;
const DEPOSITS = 50;

const log = (line: string) => console.error(line);

/** Of what they add; measured with all streams, and only then judged. */
const GOALS: readonly Goal[] = [
  { name: "300 open pages, web process", atMost: 2, unit: " % of a processor", digits: 1 },
];

/**
 * `npm run bench:load -- --streams`: what open pages that follow the changes cost, each of another user and company; with
 * `--node PATH`, under each of those. Writes its section of docs/reports/load.md when run at full size; `-- --streams
 * --smallest` writes nothing.
 * @returns the exit code: 1 when the server ended a stream
 */
export async function main(args: string[]): Promise<number> {
  const runs = await underEachNode("bench:load", args, measureAll, ["--streams"]);
  if (!runs) return 0;
  const goals = goalsTable(
    GOALS,
    runs.map(({ node, figures: { added } }) => ({ node, figures: [added] })),
  );
  const isWhole = runs.every(({ figures }) => figures.isWhole);
  const text = [...(isWhole ? [goals] : []), ...runs.map(({ figures }) => figures.text)].join(
    "\n\n",
  );
  console.log(`\n${text}`);
  if (isWhole) await writeSection("streams", text);
  return runs.every(({ figures }) => figures.ended === 0) ? 0 : 1;
}

interface Figures {
  /** By the streams, of the web process: per cent of a processor. */
  added: number;
  text: string;
  /** Streams that the server ended. */
  ended: number;
  isWhole: boolean;
}

async function measureAll(args: string[]): Promise<Figures> {
  const {
    smallest,
    rest: [count],
  } = readSmallest(args);
  const streams = Number(count ?? (smallest ? SMALLEST_STREAMS : STREAMS));
  const { rounds, seconds, loadSeconds } = smallest ? SMALLEST : WHOLE;
  const options = { companies: streams, deposits: DEPOSITS };
  let figures: Figures | undefined;
  await supervise((scope) =>
    withCompanies(scope, options, log, async ({ companies }) => {
      const web = await webInstance(scope, "web", { log });
      // First: it creates the queue, without which a web process is not ready.
      for (const each of [workerInstance(scope, "worker", { log }), web]) await each.start();
      const tokens = companies.map(({ token }) => token);
      const [token = ""] = tokens;
      const url = `${web.url}/api/qb/deposit-status/?page=1&page_size=50`;
      const load = () =>
        loadFromChild(process.argv[1] ?? "", { url, token, connections: 1, seconds: loadSeconds });
      const measure = async (): Promise<Run> => ({
        idle: await costOf(web.pid(), seconds),
        page: await load(),
      });
      // Until the compiler has finished.
      await load();
      const without: Run[] = [];
      const followed: Run[] = [];
      let ended = 0;
      for (let round = 1; round <= rounds; round += 1) {
        log(`Round ${round} of ${rounds} …`);
        without.push(await measure());
        const followers = await followAll(web.url, tokens, LOOK_SECONDS * 1_000);
        followed.push(await measure());
        ended += followers.ended();
        followers.close();
      }
      const measured = [
        { streams: 0, runs: without },
        { streams, runs: followed },
      ];
      const webMs = (runs: readonly Run[]) => median(runs.map(({ idle }) => idle.web));
      figures = {
        added: (webMs(followed) - webMs(without)) / 10,
        text: streamsText(measured, await measureChecks(tokens)),
        ended,
        isWhole: streams === STREAMS && !smallest,
      };
      return 0;
    }),
  );
  if (!figures) throw new Error("The measurement was stopped.");
  return figures;
}

/** One measurement. */
interface Run {
  /** Nothing but the streams happens. */
  idle: Cost;
  /** A page of deposits, requested over one connection. */
  page: LoadResult;
}

/** The product with some number of open streams. */
interface Measured {
  streams: number;
  runs: readonly Run[];
}

/** The section "streams" of docs/reports/load.md. */
function streamsText(measured: readonly Measured[], check: Check): string {
  const rows: [name: string, of: (run: Run) => number, digits: number][] = [
    ["transactions/s", ({ idle }) => idle.transactions, 1],
    ["web process, ms of processor per second", ({ idle }) => idle.web, 1],
    ["PostgreSQL, ms of processor per second", ({ idle }) => idle.database, 1],
    ["page of deposits, requests/s", ({ page }) => page.perSecond, 0],
    ["p50 ms", ({ page }) => page.p50, 2],
    ["p99 ms", ({ page }) => page.p99, 2],
  ];
  const tableText = table(
    ["", ...measured.map(({ streams }) => `${streams} streams`)],
    rows.map(([name, of, digits]) => [
      name,
      ...measured.map(({ runs }) => median(runs.map(of)).toFixed(digits)),
    ]),
  );
  return [
    `Measured on ${dateAndMachine()}; medians of rounds that alternate.`,
    tableText,
    `One check, of ${CHECKED_TOGETHER} together, takes ${check.elapsed.toFixed(2)} ms, of which ${check.processor.toFixed(2)} ms of the web process' processor.`,
  ].join("\n\n");
}

/** Streams of changes that are open and read. */
interface Followers {
  /** Those that the server has ended. */
  ended: () => number;
  close: () => void;
}

/**
 * Opens a stream for each token, spread over `spreadMs` as users open their pages, and resolves once all of them have
 * got the current state.
 */
async function followAll(
  url: string,
  tokens: readonly string[],
  spreadMs: number,
): Promise<Followers> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const requests: ClientRequest[] = [];
  let ended = 0;
  const follow = (token: string) =>
    new Promise<void>((resolve, reject) => {
      const request = get(`${url}/api/events/`, { agent, headers: { authorization: token } });
      requests.push(request);
      request.once("error", reject);
      request.once("response", (response) => {
        if (response.statusCode !== 200) reject(new Error(`/events/: ${response.statusCode}`));
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => {
          text += piece;
          if (!text.includes("event: failures")) return;
          text = "";
          resolve();
        });
        response.once("close", () => {
          ended += 1;
        });
      });
    });
  const opened: Promise<void>[] = [];
  for (const token of tokens) {
    const open = follow(token);
    open.catch(() => undefined);
    opened.push(open);
    await sleep(spreadMs / tokens.length);
  }
  await Promise.all(opened);
  return {
    ended: () => ended,
    close: () => {
      for (const request of requests) request.destroy();
    },
  };
}
