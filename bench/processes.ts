import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Emulators } from "@/emulators/start";
import type { Scope } from "@/tools/process/supervise";

/** Runs a TypeScript program with this process' settings and a channel for messages; it dies with the scope. */
export function startProgram(scope: Scope, program: URL): Promise<ChildProcess> {
  return scope.acquire(
    async () =>
      spawn(process.execPath, ["--import", "tsx", fileURLToPath(program)], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      }),
    async (child) => {
      child.kill("SIGKILL");
    },
  );
}

/** The emulators in a separate process, so that their work and memory do not count as the product's. */
export async function startEmulatorProcess(scope: Scope): Promise<Emulators> {
  const child = await startProgram(scope, new URL("emulator-process.ts", import.meta.url));
  const [addresses] = (await once(child, "message")) as [Omit<Emulators, "close">];
  return { ...addresses, close: async () => undefined };
}
