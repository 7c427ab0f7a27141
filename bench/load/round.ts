import { readFile } from "node:fs/promises";
import { cpus } from "node:os";
import { setInterval } from "node:timers";
import { setTimeout as sleep } from "node:timers/promises";
import type { Emulators } from "@/emulators/start";
import { processorTime } from "@/tools/process/processor-time";
import type { Scope } from "@/tools/process/supervise";
import { caller, insist } from "../client";
import { databasePid } from "../database";
import type { SeededCompany } from "./books";
import { type Connected, connectCompanies, keepSelling } from "./connected";
import { webInstance, workerInstance } from "./instances";
import { type JobCounts, jobsDone, postedOnce, untilQuiet } from "./jobs";
import type { LoadOptions } from "./setup";
import { planTraffic } from "./traffic/kinds";
import { startTraffic, type TrafficResult } from "./traffic/run";

const EVERY_MS = 1_000;

/** Memory of a process over the measured time, in bytes. */
interface MemoryOf {
  name: string;
  /** Resident size, each second. */
  samples: number[];
  /** Heap size after a full collection, at the beginning and at the end. */
  held: { first: number; last: number };
}

interface Watched {
  name: string;
  pid(): number;
  held(): Promise<number>;
}

/**
 * Measures the heap at the start and at the stop, and samples memory every second in between. Samples come
 * from /proc: there are none on systems other than Linux.
 */
function watchMemory(processes: readonly Watched[]): { stop(): Promise<MemoryOf[]> } {
  const first = Promise.all(processes.map((each) => each.held()));
  first.catch(() => undefined);
  const watched = processes.map(({ name, pid }) => ({ name, pid, samples: [] as number[] }));
  const look = async () => {
    for (const { pid, samples } of watched) {
      const bytes = await residentBytes(pid());
      if (bytes !== undefined) samples.push(bytes);
    }
  };
  const timer = setInterval(() => void look(), EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      const last = await Promise.all(processes.map((each) => each.held()));
      const before = await first;
      return watched.map(({ name, samples }, index) => ({
        name,
        samples,
        held: { first: before[index] ?? Number.NaN, last: last[index] ?? Number.NaN },
      }));
    },
  };
}

async function residentBytes(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

/** Processor time in milliseconds since this call, of the processes and all that they started; NaN where unknown. */
async function watchSpent(webs: readonly Watched[], worker: Watched): Promise<() => Spent> {
  const pids = {
    web: webs.map(({ pid }) => pid()),
    worker: [worker.pid()],
    database: [await databasePid()],
  };
  const now = (of: keyof typeof pids) => processorTime(pids[of]) ?? Number.NaN;
  const before = { web: now("web"), worker: now("worker"), database: now("database") };
  return () => ({
    web: now("web") - before.web,
    worker: now("worker") - before.worker,
    database: now("database") - before.database,
  });
}

/** Load of all processors since this call, 0 to 1, from every process. */
function watchProcessors(): () => number {
  const before = processorTimes();
  return () => {
    const after = processorTimes();
    return 1 - (after.idle - before.idle) / (after.all - before.all);
  };
}

function processorTimes(): { idle: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, each) => sum + each.idle, 0);
  const all = times.reduce(
    (sum, each) => sum + each.user + each.nice + each.sys + each.idle + each.irq,
    0,
  );
  return { idle, all };
}

/** Milliseconds of processor. */
export interface Spent {
  web: number;
  worker: number;
  database: number;
}

/** One round: a number of web processes, one worker, the same traffic. */
export interface Round {
  instances: number;
  traffic: TrafficResult;
  jobs: JobCounts;
  /** How long the worker continued after the traffic, in milliseconds. */
  quietAfterMs: number;
  memory: MemoryOf[];
  /** All processors of the machine, 0 to 1. */
  machineBusy: number;
  spent: Spent;
  sold: number;
  postedOnce: number;
}

interface RoundInput {
  instances: number;
  round: number;
  rounds: number;
  options: LoadOptions;
  companies: readonly SeededCompany[];
  emulators: Emulators;
  connected: Connected | undefined;
  log: (line: string) => void;
}

/**
 * Starts fresh processes, warms them up, measures, and waits until they are idle. @returns also the state for
 * the next round
 */
export async function runRound(
  scope: Scope,
  { instances, round, rounds, options, companies, emulators, log, ...input }: RoundInput,
): Promise<Round & { connected: Connected }> {
  const names = Array.from({ length: instances }, (_, index) => `web ${index + 1}`);
  const webs = await Promise.all(names.map((name) => webInstance(scope, name, { log })));
  const worker = workerInstance(scope, "worker", { log });
  const processes = [...webs, worker];
  // Start the worker first: it creates the queue, and a web process is not ready without one.
  for (const each of [...processes].reverse()) await each.start();
  const [first = ""] = webs.map(({ url }) => url);
  const connected = input.connected ?? (await connectCompanies(first, emulators));
  await untilQuiet();
  const selling = keepSelling(emulators, round * 10_000);
  const sync = { stripeSyncs: connected.stripe, quickBooksSyncs: connected.quickBooks };
  const watchAll = () => watchSpent(webs, worker);
  const measuring = { since: new Date(), processors: watchProcessors(), spent: watchAll() };
  let memory: ReturnType<typeof watchMemory> | undefined;
  const traffic = await startTraffic(
    scope,
    {
      urls: webs.map(({ url }) => url),
      plan: planTraffic(companies, sync, { round, rounds }),
      connections: options.connections,
      warmUpSeconds: options.warmUpSeconds,
      seconds: options.seconds,
      seed: 1 + round,
      follow: [connected.poster],
    },
    () => {
      memory = watchMemory(processes);
      const [processors, spent] = [watchProcessors(), watchAll()];
      Object.assign(measuring, { since: new Date(), processors, spent });
    },
  );
  const machineBusy = measuring.processors();
  const spent = (await measuring.spent)();
  const samples = (await memory?.stop()) ?? [];
  const jobs = await jobsDone(measuring.since);
  const payouts = await selling.stop();
  const quietAfterMs = await untilQuiet();
  await syncOnceMore(first, connected.poster);
  const once = await postedOnce(payouts);
  for (const each of processes) await each.stop();
  return {
    ...{ instances, traffic, jobs, quietAfterMs, memory: samples, machineBusy, spent, connected },
    sold: payouts.length,
    postedOnce: once,
  };
}

/** Syncs the sales after the last requested sync. Payments first: payouts are matched to them. */
export async function syncOnceMore(url: string, poster: string): Promise<void> {
  const call = caller(url, poster);
  await insist(call, "POST", "/qb/sync-payments/?wait=60");
  await insist(call, "POST", "/stripe/save-payouts/?wait=60");
  await sleep(500);
  await untilQuiet();
}
