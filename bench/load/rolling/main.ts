import { setTimeout as sleep } from "node:timers/promises";
import { type Scope, supervise } from "@/tools/process/supervise";
import { dateAndMachine, table, writeSection } from "../../report";
import { connectCompanies, keepSelling } from "../connected";
import { type Instance, webInstance, workerInstance } from "../instances";
import { type JobCounts, jobsDone, postedOnce, untilQuiet } from "../jobs";
import { syncOnceMore } from "../round";
import { type LoadOptions, readOptions, type SeededBooks, withCompanies } from "../setup";
import { planTraffic } from "../traffic/kinds";
import { FOLLOWING, startTraffic, type TrafficResult } from "../traffic/run";
import { startProxy } from "./proxy";

const log = (line: string) => console.error(line);
/** Long enough for several probes by the proxy, even on a busy machine. */
const STOP_DELAY_SECONDS = 5;
const BETWEEN_MS = 1_000;
const COUNT = 2;

/**
 * `npm run bench:rolling`: two web processes and two workers are restarted in turn, repeatedly, under load.
 * Writes docs/reports/load.md when run at full size.
 * @returns the exit code: 1 when a request failed or a job was lost
 */
export function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  return supervise((scope) =>
    withCompanies(scope, options, log, async (books) => {
      const rolling = await roll(scope, options, books);
      const text = rollingText(options, rolling);
      console.log(`\n${text}`);
      if (options.write) await writeSection("rolling restart", text);
      return isClean(rolling) ? 0 : 1;
    }),
  );
}

async function roll(
  scope: Scope,
  options: LoadOptions,
  { companies, emulators }: SeededBooks,
): Promise<Rolling> {
  const env = { STOP_DELAY_SECONDS: String(STOP_DELAY_SECONDS) };
  const webs: Instance[] = [];
  const workers: Instance[] = [];
  for (let number = 1; number <= COUNT; number += 1) {
    workers.push(workerInstance(scope, `worker ${number}`, { log }));
    webs.push(await webInstance(scope, `web ${number}`, { log, env }));
  }
  for (const each of [...workers, ...webs]) await each.start();
  const proxy = await startProxy(
    scope,
    webs.map(({ url }) => url),
  );
  const connected = await connectCompanies(proxy.url, emulators);
  await untilQuiet();
  const selling = keepSelling(emulators, 0);
  const since = new Date();
  const sync = { stripeSyncs: connected.stripe, quickBooksSyncs: connected.quickBooks };
  const { connections, seconds } = options;
  let over = false;
  const traffic = startTraffic(scope, {
    urls: [proxy.url],
    plan: planTraffic(companies, sync, { round: 0, rounds: 1 }),
    // Every request counts.
    ...{ connections, warmUpSeconds: 0, seconds, seed: 7 },
    follow: [connected.poster, connected.poster],
  }).finally(() => {
    over = true;
  });
  const restarts = restartInTurn([...webs, ...workers], () => over);
  const [result, restarted] = await Promise.all([traffic, restarts]);
  const payouts = await selling.stop();
  await untilQuiet();
  await syncOnceMore(proxy.url, connected.poster);
  const once = await postedOnce(payouts);
  const jobs = await jobsDone(since);
  for (const each of [...webs, ...workers]) await each.stop();
  return {
    ...{ traffic: result, restarts: restarted, jobs, shares: proxy.shares() },
    sold: payouts.length,
    postedOnce: once,
  };
}

/** Each at least once; a restart in progress is finished. */
async function restartInTurn(
  instances: readonly Instance[],
  isOver: () => boolean,
): Promise<Restart[]> {
  const restarts: Restart[] = [];
  while (!isOver() || restarts.length < instances.length) {
    const instance = instances[restarts.length % instances.length];
    if (!instance) break;
    await sleep(BETWEEN_MS);
    const stopMs = await instance.stop();
    const begun = performance.now();
    await instance.start();
    restarts.push({ name: instance.name, stopMs, startMs: performance.now() - begun });
    log(`${instance.name}: ended in ${Math.round(stopMs)} ms, up again`);
  }
  return restarts;
}

function isClean({ traffic, jobs, sold, postedOnce: once }: Rolling): boolean {
  return traffic.kinds.every((kind) => kind.failed === 0) && jobs.failed === 0 && sold === once;
}

interface Restart {
  name: string;
  /** From SIGTERM to the exit, milliseconds. */
  stopMs: number;
  startMs: number;
}

interface Rolling {
  traffic: TrafficResult;
  restarts: Restart[];
  jobs: JobCounts;
  /** Number of requests per web process. */
  shares: number[];
  sold: number;
  postedOnce: number;
}

function rollingText(options: LoadOptions, rolling: Rolling): string {
  const { traffic, restarts, jobs, shares, sold, postedOnce } = rolling;
  const names = [...new Set(restarts.map(({ name }) => name))].sort();
  const rows = names.map((name) => {
    const own = restarts.filter((restart) => restart.name === name);
    const longest = Math.max(...own.map(({ stopMs }) => stopMs));
    return [name, String(own.length), seconds(longest)];
  });
  const answered = traffic.kinds.reduce((sum, kind) => sum + kind.answered, 0);
  const failed = traffic.kinds.reduce((sum, kind) => sum + kind.failed, 0);
  const looked = traffic.kinds.filter(({ name }) => name !== FOLLOWING);
  const slowest = Math.max(...looked.map(({ p99 }) => p99 ?? 0));
  return [
    `Measured on ${dateAndMachine()}, ${options.companies} companies, ${options.connections} connections, ${Math.round(traffic.seconds)} s.`,
    table(["", "restarts", "longest from SIGTERM to the end"], rows),
    [
      `- Requests: ${answered} answered, **${failed} failed**; distributed ${shares.join(" / ")}. p99 of the slowest kind: ${Math.round(slowest)} ms.`,
      `- Sales: ${sold}, posted to QuickBooks exactly once: **${postedOnce}**.`,
      `- Jobs: ${jobs.syncs} syncs, ${jobs.bulkMatches} bulk matches, ${jobs.postings} postings; **${jobs.failed} failed**, none left.`,
    ].join("\n"),
    traffic.failures.length > 0
      ? ["Errors:", ...traffic.failures.map((each) => `- ${each}`)].join("\n")
      : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
