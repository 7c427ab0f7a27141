import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { bundledProgram } from "./bundled-program";

/** Node's arguments for a program as the npm scripts start it, for tests of how it stops; a bundle starts in half the time. */
export const throughTsx = (program: string) => ["--import", "tsx", program];

/** A worker in a separate process with these settings. */
export class WorkerProcess {
  readonly #process: ChildProcess;
  readonly #exited: Promise<unknown[]>;
  /** What it has printed so far. */
  printed = "";

  constructor(
    settings: Record<string, string> = {},
    program = [bundledProgram("server/worker/main.ts")],
  ) {
    this.#process = spawn(process.execPath, program, {
      env: { ...process.env, LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? "silent", ...settings },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#process.stdout?.on("data", (chunk: Buffer) => {
      this.printed += chunk.toString("utf8");
    });
    this.#exited = once(this.#process, "exit");
  }

  /** Stops it. @returns its exit code; null when a signal ended it */
  async stop(signal: "SIGINT" | "SIGTERM" = "SIGTERM"): Promise<number | null> {
    this.#process.kill(signal);
    const [code] = await this.#exited;
    return typeof code === "number" ? code : null;
  }

  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#exited;
  }
}
