import { setTimeout as sleep } from "node:timers/promises";
import { type Scope, supervise } from "@/tools/process/supervise";
import { writeSection } from "../../report";
import { connectCompanies, keepSelling } from "../connected";
import { type Instance, webInstance, workerInstance } from "../instances";
import { jobsDone, postedOnce, untilQuiet } from "../jobs";
import { syncOnceMore } from "../round";
import { type LoadOptions, readOptions, type SeededBooks, withCompanies } from "../setup";
import { planTraffic } from "../traffic/kinds";
import { startTraffic } from "../traffic/run";
import { startProxy } from "./proxy";
import { type Restart, type Rolling, rollingText } from "./report";

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
  { companies, sandbox }: SeededBooks,
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
  const connected = await connectCompanies(proxy.url, sandbox);
  await untilQuiet();
  const selling = keepSelling(sandbox, 0);
  const since = new Date();
  const sync = { stripeSyncs: connected.stripe, quickBooksSyncs: [connected.poster] };
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
