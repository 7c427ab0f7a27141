import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Scope } from "@/tools/process/supervise";
import type { TrafficOrder, TrafficResult } from "./run";

const PROGRAM = fileURLToPath(new URL("program.ts", import.meta.url));

/** Runs traffic in a separate process; calls `onMeasuring` after its warm-up. */
export async function startTraffic(
  scope: Scope,
  order: TrafficOrder,
  onMeasuring: () => void = () => undefined,
): Promise<TrafficResult> {
  const child = await scope.acquire(
    async () =>
      spawn(process.execPath, ["--import", "tsx", PROGRAM], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      }),
    async (held) => {
      held.kill("SIGKILL");
    },
  );
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
