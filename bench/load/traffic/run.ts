import { once } from "node:events";
import { performance } from "node:perf_hooks";
import type { Scope } from "@/tools/process/supervise";
import { startProgram } from "../../processes";
import { seeded } from "../../random";
import { Client } from "./client";
import { type Ask, KINDS, type TrafficPlan } from "./kinds";

export interface TrafficOrder {
  /** Requested in turn. */
  urls: string[];
  plan: TrafficPlan;
  connections: number;
  warmUpSeconds: number;
  seconds: number;
  seed: number;
  /** Companies whose events are streamed all the time, over additional connections. */
  follow: string[];
}

export interface KindFigures {
  name: string;
  answered: number;
  failed: number;
  /** Milliseconds; NaN becomes null in JSON. */
  p50: number | null;
  p99: number | null;
}

export interface TrafficResult {
  seconds: number;
  kinds: KindFigures[];
  /** Including those of the warm-up. */
  failures: string[];
  /** The generator's own load, 0 to 1. */
  generatorBusy: number;
}

const SHOWN_FAILURES = 10;
/** How long a stream is read before it is reopened. */
const FOLLOW_SECONDS = 10;
/** A stream: its duration is not a response time. */
export const FOLLOWING = "follow changes";

interface Tally {
  times: number[];
  failed: number;
}

/** Sends requests on every connection, each waiting for its answer; counts those after the warm-up. */
export async function runTraffic(
  order: TrafficOrder,
  onMeasuring: () => void,
): Promise<TrafficResult> {
  const clients = order.urls.map((url) => new Client(url, order.connections + order.follow.length));
  const tallies = new Map<string, Tally>();
  const failures: string[] = [];
  const random = seeded(order.seed);
  let turn = 0;
  const ask = async (name: string, what: Ask) => {
    const client = clients[turn++ % clients.length];
    const asked = performance.now();
    const tally = tallies.get(name) ?? { times: [], failed: 0 };
    tallies.set(name, tally);
    try {
      await client?.ask(what);
      tally.times.push(performance.now() - asked);
    } catch (error) {
      tally.failed += 1;
      if (failures.length < SHOWN_FAILURES) {
        failures.push(`${what.method} ${what.path}: ${errorText(error)}`);
      }
    }
  };
  const until = async (end: number) => {
    const looking = Array.from({ length: order.connections }, async () => {
      while (performance.now() < end) {
        const { name, what } = draw(order.plan, random);
        await ask(name, what);
      }
    });
    const following = order.follow.map(async (token) => {
      while (performance.now() < end) {
        const left = Math.ceil((end - performance.now()) / 1000);
        const path = `/events/?wait=${Math.min(FOLLOW_SECONDS, left)}`;
        await ask(FOLLOWING, { method: "GET", path, token });
      }
    });
    await Promise.all([...looking, ...following]);
  };
  await until(performance.now() + order.warmUpSeconds * 1000);
  for (const tally of tallies.values()) tally.times = [];
  onMeasuring();
  const started = performance.now();
  const before = performance.eventLoopUtilization();
  await until(started + order.seconds * 1000);
  const { utilization } = performance.eventLoopUtilization(before);
  const seconds = (performance.now() - started) / 1000;
  for (const client of clients) client.close();
  return { seconds, kinds: figures(tallies), failures, generatorBusy: utilization };
}

/** Picks a kind by its share; an exhausted kind leaves its share to the others. */
function draw(plan: TrafficPlan, random: (below: number) => number): { name: string; what: Ask } {
  for (;;) {
    let left = random(KINDS.reduce((sum, { share }) => sum + share, 0));
    const kind = KINDS.find(({ share }) => {
      left -= share;
      return left < 0;
    });
    const what = kind?.next(plan, random);
    if (kind && what) return { name: kind.name, what };
  }
}

function figures(tallies: ReadonlyMap<string, Tally>): KindFigures[] {
  const names = [...KINDS.map(({ name }) => name), FOLLOWING];
  return names.flatMap((name) => {
    const tally = tallies.get(name);
    if (!tally) return [];
    const sorted = tally.times.sort((a, b) => a - b);
    const quantile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? null;
    const { failed } = tally;
    return { name, answered: sorted.length, failed, p50: quantile(0.5), p99: quantile(0.99) };
  });
}

function errorText(error: unknown): string {
  return error instanceof Error ? `${error.name} ${error.message}` : String(error);
}

/** Runs traffic in a separate process; calls `onMeasuring` after its warm-up. */
export async function startTraffic(
  scope: Scope,
  order: TrafficOrder,
  onMeasuring: () => void = () => undefined,
): Promise<TrafficResult> {
  const child = await startProgram(scope, new URL("program.ts", import.meta.url));
  const ended = once(child, "exit").then(([code, signal]) => {
    throw new Error(`The traffic ended early (${signal ?? code}).`);
  });
  const result = new Promise<TrafficResult>((resolve) => {
    child.on("message", (message: { result?: TrafficResult }) => {
      if (message.result) resolve(message.result);
      else onMeasuring();
    });
  });
  child.send(order);
  try {
    return await Promise.race([result, ended]);
  } finally {
    ended.catch(() => undefined);
    child.disconnect();
  }
}
