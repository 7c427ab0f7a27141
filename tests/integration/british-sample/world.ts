import { afterAll, beforeAll, expect } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import type { Deposit } from "@/lib/contracts/deposits";
import { type Running, startWorkers } from "../../support/worker";

/** The memos of the Deposits that were made by hand, without an id. */
export const BY_HAND = new Set(["Cards", "STRIPE PAYMENTS UK LTD"]);

export let emulators: Emulators;

/** The emulators with the British sample, and a worker, for a whole file. */
export function inBritain(): void {
  let workers: Running;
  beforeAll(async () => {
    emulators = await startEmulators({ seed: 1, company: "uk" });
    Object.assign(process.env, emulators.env);
    workers = await startWorkers();
  });
  afterAll(async () => {
    await workers.stop();
    await emulators.close();
  });
}

/** Each payout that waits for a payment in another account names it. @returns how many there are. */
export function expectCleared(deposits: readonly Deposit[]): number {
  const cleared = deposits.filter(({ reason }) => reason?.code === "other_account");
  expect(cleared.map(({ reason }) => reason?.text)).toEqual(
    cleared.map(() =>
      expect.stringContaining(
        "the payment is in Stripe Clearing. Match payments from Stripe Clearing too",
      ),
    ),
  );
  return cleared.length;
}
