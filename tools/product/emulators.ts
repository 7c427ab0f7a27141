import type { Emulators as Started } from "@/emulators/start";
import type { CalendarDate } from "@/lib/dates";
import { startNode } from "../process/child";
import type { Scope } from "../process/supervise";

/** What the emulators print once they listen: their addresses, keys, and the product's settings. */
export type Emulators = Omit<Started, "close"> & { pid: number | undefined };

interface EmulatorChoices {
  stateFile?: string;
  company?: string | undefined;
  paypal?: boolean;
  square?: boolean;
  today?: CalendarDate;
}

const startTimeoutMs = 30_000;

/**
 * Starts the local emulators of the providers.
 * @param stateFile in which they remember what was posted.
 * @param company one of the emulators' companies; the sample by default.
 * @param paypal whether the company also sells through PayPal.
 * @param square whether it also has a till with Square.
 * @param today the day on which the company's history ends; by default the machine's, in UTC.
 */
export async function startEmulators(
  scope: Scope,
  { stateFile, company, paypal, square, today }: EmulatorChoices = {},
): Promise<Emulators> {
  let announce = (_line: string) => {};
  const announced = new Promise<string>((resolve) => {
    announce = (line) => line.startsWith("{") && resolve(line);
  });
  const state = stateFile ? ["--state", stateFile] : [];
  const choice = company ? ["--company", company] : [];
  const sells = [...(paypal ? ["--paypal"] : []), ...(square ? ["--square"] : [])];
  const day = today ? ["--today", today] : [];
  const args = ["--import", "tsx", "emulators/cli.ts", ...state, ...choice, ...sells, ...day];
  const child = await startNode(scope, args, { onLine: (line) => announce(line) });
  const failed = child.exited.then((result) => {
    throw new Error(`The provider emulators stopped (${result}):\n${child.tail()}`);
  });
  const timer = AbortSignal.timeout(startTimeoutMs);
  const late = new Promise<never>((_, reject) => {
    timer.onabort = () =>
      reject(new Error(`The provider emulators didn't start:\n${child.tail()}`));
  });
  return { ...JSON.parse(await Promise.race([announced, failed, late])), pid: child.pid };
}
