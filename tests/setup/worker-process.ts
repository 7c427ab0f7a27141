import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** A worker in a process of its own, as `npm run worker` starts it, with this process' settings. */
export class WorkerProcess {
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown[]>;

  constructor() {
    this.#process = spawn(process.execPath, ["--import", "tsx", "server/jobs/main.ts"], {
      env: { ...process.env, LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? "silent" },
      stdio: ["ignore", "ignore", "inherit"],
    });
    this.#exited = once(this.#process, "exit");
  }

  /** Asks it to stop. @returns its exit code once it has; null when a signal ended it */
  async stop(): Promise<number | null> {
    this.#process.kill("SIGTERM");
    const [code] = await this.#exited;
    return typeof code === "number" ? code : null;
  }

  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#exited;
  }
}
