import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { bundledProgram } from "@/tests/support/bundled-program";

const PROGRAM = fileURLToPath(new URL("worker-process.ts", import.meta.url));

/** Worker processes: one works, and the next one is already loaded. */
export class Workers {
  readonly #env: NodeJS.ProcessEnv;
  #spare: ChildProcess;
  #working: ChildProcess | undefined;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
    this.#spare = this.#load();
  }

  #load(): ChildProcess {
    return spawn(process.execPath, [bundledProgram(PROGRAM)], {
      env: { ...this.#env, LOG_LEVEL: "silent", WORKER: "off" },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
  }

  start(): void {
    this.#working = this.#spare;
    // The channel keeps the message until the process has loaded and listens.
    this.#working.send("begin");
    this.#spare = this.#load();
  }

  /** As when the machine fails: no chance to finish anything. */
  async kill(): Promise<void> {
    if (this.#working) await killed(this.#working);
    this.#working = undefined;
  }

  async end(): Promise<void> {
    await this.kill();
    await killed(this.#spare);
  }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}
