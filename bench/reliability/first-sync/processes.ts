import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Sandbox } from "@/emulators/start";
import type { Scope } from "@/tools/process/supervise";
import type { MemorySample } from "./report";

const STAND_INS = fileURLToPath(new URL("sandbox-process.ts", import.meta.url));
const WORKER = fileURLToPath(new URL("worker-process.ts", import.meta.url));

function start(scope: Scope, program: string): Promise<ChildProcess> {
  return scope.acquire(
    async () =>
      spawn(process.execPath, ["--import", "tsx", program], {
        env: process.env,
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      }),
    async (child) => {
      child.kill("SIGKILL");
    },
  );
}

export async function startSandboxProcess(scope: Scope): Promise<Sandbox> {
  const child = await start(scope, STAND_INS);
  const [addresses] = (await once(child, "message")) as [Omit<Sandbox, "close">];
  return { ...addresses, close: async () => undefined };
}

/** A worker with this process' settings; it writes its memory use to `samples` while it works. */
export async function startMeasuredWorker(scope: Scope, samples: MemorySample[]): Promise<void> {
  const child = await start(scope, WORKER);
  child.on("message", (sample) => samples.push(sample as MemorySample));
}
