import { type ChildProcess, spawn } from "node:child_process";
import { environmentWithoutSettings } from "@/tools/product/settings";

/** One `npm run NAME -- ARGUMENTS`, as a user starts it, without any setting of this machine. */
export class NpmScript {
  readonly #process: ChildProcess;
  readonly #listeners = new Set<() => void>();
  /** Its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** What it has printed so far, on both streams. */
  output = "";
  /** The same of standard output alone. */
  result = "";

  /** @param checkout the folder with package.json */
  constructor(
    name: string,
    args: readonly string[],
    settings: Record<string, string>,
    checkout: string,
  ) {
    // The tests' own mode is not the user's.
    const { NODE_ENV: _, ...env } = { ...environmentWithoutSettings(), ...settings };
    this.#process = spawn("npm", ["run", "--silent", name, "--", ...args], {
      cwd: checkout,
      env: env as NodeJS.ProcessEnv,
      stdio: ["ignore", "pipe", "pipe"],
      // As a terminal does: Ctrl-C reaches npm and what it started.
      detached: true,
    });
    this.#process.stdout?.on("data", (chunk: Buffer) => {
      this.result += chunk.toString("utf8");
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.output += chunk.toString("utf8");
        for (const listener of this.#listeners) listener();
      });
    }
    this.ended = new Promise((resolve, reject) => {
      this.#process.once("error", reject);
      this.#process.once("close", (code) => resolve(code));
    });
  }

  /** Resolves once it has printed what matches. @throws Error with its output when it ends before. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    let listener: (() => void) | undefined;
    const found = new Promise<RegExpExecArray>((resolve) => {
      listener = () => {
        const match = pattern.exec(this.output);
        if (match) resolve(match);
      };
      listener();
      this.#listeners.add(listener);
    });
    const early = this.ended.then((code) => {
      throw new Error(`it ended with ${code} and never printed ${pattern}:\n${this.output}`);
    });
    try {
      return await Promise.race([found, early]);
    } finally {
      if (listener) this.#listeners.delete(listener);
    }
  }

  /** Ctrl-C in its terminal. @returns its exit code */
  interrupt(): Promise<number | null> {
    this.#signal("SIGINT");
    return this.ended;
  }

  /** Ends it where a test has failed; harmless when it has ended. */
  async kill(): Promise<void> {
    // Their own children end with them (tools/process/parent-watch.mjs).
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      this.#signal("SIGTERM");
    }
    await this.ended;
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#process.pid !== undefined) process.kill(-this.#process.pid, signal);
  }
}
