import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Emulators } from "@/emulators/start";
import { bundledProgram } from "@/tests/support/bundled-program";
import { book, PAY_OUT, type Sale } from "../matrix/books";

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

/** Six Stripe payouts, three Authorize.Net batches and two PayPal transfers with two sales each; amounts identify the sales. */
const NAMES = ["Ada Winter", "Bruno Salt", "Clara Oak", "Dora Finch", "Emil Stone", "Fay Brook"];
const BATCH_NAMES = ["Gus Thorn", "Hugo Vale", "Ida Marsh"];
const TRANSFER_NAMES = ["Jon Pike", "Kit Lowe"];

export async function seedBothSides(emulators: Emulators): Promise<void> {
  for (const [index, name] of NAMES.entries()) {
    const charges = salesOf(name, 10_000 + index * 1_117);
    await bookSales(emulators, charges);
    await PAY_OUT.stripe(emulators, charges);
  }
  for (const [index, name] of BATCH_NAMES.entries()) {
    const sales = salesOf(name, 50_000 + index * 1_117);
    await bookSales(emulators, sales);
    await PAY_OUT.authorizenet(emulators, sales);
  }
  for (const [index, name] of TRANSFER_NAMES.entries()) {
    const sales = salesOf(name, 70_000 + index * 1_117);
    await bookSales(emulators, sales);
    await PAY_OUT.paypal(emulators, sales);
  }
  const receipt = { amount: 4_321, type: "SalesReceipt", customer: "Over the counter" } as const;
  await book(emulators, "stripe", receipt);
}

function salesOf(name: string, amount: number): Sale[] {
  const [first, last] = name.split(" ");
  return [
    { name, amount },
    { name: `${first}a ${last}er`, amount: amount * 3 + 11 },
  ];
}

async function bookSales(emulators: Emulators, sales: readonly Sale[]): Promise<void> {
  for (const { name, amount } of sales) {
    await book(emulators, "stripe", { amount, customer: name });
  }
}
