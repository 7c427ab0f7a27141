import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Child, startNode } from "@/tools/process/child";
import { freePort } from "@/tools/process/free-port";
import type { Scope } from "@/tools/process/supervise";
import { BUILT_ENGINE_THREAD } from "@/tools/product/build-engine-thread";
import { nextStart } from "@/tools/product/next-program";

/** A process of the product that can be stopped and restarted, as in a rolling update. */
export interface Instance {
  name: string;
  /** Empty for a worker. */
  url: string;
  /** Process id of the current run. */
  pid(): number;
  /** Heap size after a full collection, in bytes. */
  held(): Promise<number>;
  start(): Promise<void>;
  /** SIGTERM; resolves with the shutdown time, in milliseconds. @throws Error when it was killed. */
  stop(): Promise<number>;
}

const READY_WITHIN_MS = 90_000;
const POLL_MS = 100;
const HELD_WITHIN_MS = 30_000;
/** Prints the held memory; see that file. */
const HELD_MEMORY = ["--import", new URL("./held-memory.mjs", import.meta.url).href];
const HELD_LINE = /^held-memory (\d+)$/;

interface Program {
  name: string;
  url: string;
  args: string[];
  env: Record<string, string>;
  log: (line: string) => void;
}

/** A web process of the production build, with this process' settings. */
export async function webInstance(
  scope: Scope,
  name: string,
  { log, env = {} }: { log: (line: string) => void; env?: Record<string, string> },
): Promise<Instance> {
  const port = String(await freePort());
  const args = nextStart(port);
  const url = `http://127.0.0.1:${port}`;
  const settings = { ...env, PORT: port, NODE_ENV: "production", WORKER: "off" };
  return instance(scope, { name, url, args, env: settings, log });
}

export function workerInstance(
  scope: Scope,
  name: string,
  { log }: { log: (line: string) => void },
): Instance {
  const args = ["--import", "tsx", "server/worker/main.ts"];
  const env = { NODE_ENV: "production", ENGINE_PROGRAM: resolve(BUILT_ENGINE_THREAD) };
  return instance(scope, { name, url: "", args, env, log });
}

function instance(scope: Scope, { name, url, args, env, log }: Program): Instance {
  let running: Child | undefined;
  let saysHeld: (bytes: number) => void = () => undefined;
  const current = () => {
    if (running?.pid === undefined) throw new Error(`${name} does not run.`);
    return { ...running, pid: running.pid };
  };
  return {
    name,
    url,
    pid: () => current().pid,
    async held() {
      const said = new Promise<number>((resolve) => {
        saysHeld = resolve;
      });
      process.kill(current().pid, "SIGUSR2");
      const late = sleep(HELD_WITHIN_MS, undefined, { ref: false });
      const bytes = await Promise.race([said, late]);
      if (bytes === undefined) throw new Error(`${name} does not say what it holds.`);
      return bytes;
    },
    async start() {
      running = await startNode(scope, [...HELD_MEMORY, ...args], {
        env: { ...process.env, ...env },
        onLine: (line) => {
          const held = HELD_LINE.exec(line)?.[1];
          if (held !== undefined) saysHeld(Number(held));
          // Its log; other output of Next and Node is not needed.
          if (line.startsWith("{")) log(`${name}: ${line}`);
        },
      });
      if (url) await untilReady(url, current());
    },
    async stop() {
      const { pid, exited, tail } = current();
      const asked = performance.now();
      try {
        process.kill(pid, "SIGTERM");
      } catch {
        throw new Error(`${name} had ended by itself (${await exited}):\n${tail()}`);
      }
      const result = await exited;
      running = undefined;
      // Next exits with 143 after the last answer, a worker with 0.
      if (result !== 143 && result !== 0) throw new Error(`${name} ended with ${result}.`);
      return performance.now() - asked;
    },
  };
}

async function untilReady(url: string, child: Child): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  const died = child.exited.then((result) => {
    throw new Error(`The server stopped (${result}) before it was ready:\n${child.tail()}`);
  });
  died.catch(() => undefined);
  while (Date.now() < deadline) {
    if (await Promise.race([isReady(url), died])) return;
    await Promise.race([sleep(POLL_MS), died]);
  }
  throw new Error(`The server is not ready after ${READY_WITHIN_MS / 1000} s:\n${child.tail()}`);
}

/** Whether a load balancer may send requests there. */
export async function isReady(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(5_000);
  const answer = await fetch(`${url}/api/health/ready`, { signal }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}
