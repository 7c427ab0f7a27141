import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { type Environment, processEnv } from "./environment";
import type { Scope } from "./supervise";

export interface Child {
  /** Absent when it could not be started. */
  pid: number | undefined;
  /** Resolves with the exit code (or signal) when the process has ended. */
  exited: Promise<number | NodeJS.Signals>;
  /** Its last lines of output, to explain a failure. */
  tail(): string;
}

export interface ChildOptions {
  env?: Environment;
  /** Called with each line of its output. */
  onLine?: (line: string) => void;
}

const leash = new URL("./parent-watch.mjs", import.meta.url).href;
/** Longer than a worker needs to finish its jobs (server/worker/worker.ts). */
const stopTimeoutMs = 30_000;
const keptLines = 20;

/** Starts a Node program that ends with the command, however the command ends. */
export function startNode(scope: Scope, args: string[], options: ChildOptions = {}) {
  return startChild(scope, process.execPath, ["--import", leash, ...args], options);
}

/** Starts a program in a separate process group, which is stopped as a whole. */
export function startChild(
  scope: Scope,
  program: string,
  args: string[],
  { env = process.env, onLine = () => {} }: ChildOptions = {},
): Promise<Child> {
  const lines: string[] = [];
  const open = async () => {
    const child = spawn(program, args, {
      // A separate group: Ctrl-C in the terminal reaches only us, and we stop things in order.
      detached: process.platform !== "win32",
      env: processEnv({ ...env, DEPOSIT_MATCHER_LEASH: String(process.pid) }),
      stdio: ["pipe", "pipe", "pipe"],
    });
    const exited = new Promise<number | NodeJS.Signals>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => resolve(signal ?? code ?? 1));
    });
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        lines.push(line);
        if (lines.length > keptLines) lines.shift();
        onLine(line);
      });
    }
    return { child, pid: child.pid, exited, tail: () => lines.join("\n") };
  };
  return scope.acquire(open, ({ child, exited }) => stop(child, exited));
}

/** Runs a program to its end and returns its exit code; a signal counts as failure. */
export async function runChild(
  scope: Scope,
  program: string,
  args: string[],
  options?: ChildOptions,
): Promise<number> {
  const child = await startChild(scope, program, args, options);
  const result = await child.exited;
  return typeof result === "number" ? result : 1;
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  const gone = exited.then(
    () => true,
    () => true,
  );
  if (child.exitCode === null && child.signalCode === null) {
    signalGroup(child, "SIGTERM");
    await Promise.race([gone, sleep(stopTimeoutMs, false, { ref: false })]);
  }
  // The group leader may have ended and left helper processes behind.
  signalGroup(child, "SIGKILL");
  await gone;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
  } catch (error) {
    const isGone = error instanceof Error && "code" in error && error.code === "ESRCH";
    if (!isGone) throw error;
  }
}
