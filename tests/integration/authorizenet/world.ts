import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { control as controlEmulators } from "@/tests/support/emulators";
import { ok } from "../../support/client";
import { signUp } from "../../support/company";
import { type Running, settled, startWorkers } from "../../support/worker";

export let emulators: Emulators;
let workers: Running;

export function eachWithFreshBooks(): void {
  beforeAll(async () => {
    emulators = await startEmulators({ seed: 7, company: "small" });
    Object.assign(process.env, emulators.env);
    workers = await startWorkers();
  });
  beforeEach(() => control("/reset", {}));

  afterAll(async () => {
    await workers.stop();
    await emulators.close();
  });
}

export async function stopWorkers(): Promise<void> {
  await workers.stop();
}

/** Emulators of earlier tests; already stopped. */
export async function restartWorkers(): Promise<void> {
  workers = await startWorkers();
}

export const DAILY = { discount_percent: "2.90", discount_fixed: "0.30", discount_timing: "daily" };
export const MONTHLY = { ...DAILY, discount_timing: "monthly" };
export type Deposit = Record<string, string> & { id: number; lines: Record<string, string>[] };

export const control = (path: string, body: object) => controlEmulators(emulators, path, body);

export const keys = () => ({
  login_id: emulators.credentials.authorizenetLoginId,
  transcation_key: emulators.credentials.authorizenetTransactionKey,
});

/** Connects Authorize.Net beside another source, whose history is posted, too: the date is chosen. */
export async function addAuthorizeNet(token: string): Promise<void> {
  await ok("POST", "/authorize/connect/", token, { ...keys(), start_date: "2020-01-01" });
  await settled(token);
}

/** A company with only Authorize.Net. */
export async function withAuthorizeNet(): Promise<string> {
  const { token } = await signUp();
  await ok("POST", "/authorize/connect/", token, keys());
  await settled(token);
  return token;
}

export async function deposits(token: string): Promise<Deposit[]> {
  const list = await ok("GET", "/qb/deposit-status/", token);
  return list.deposits.filter(({ source }: Deposit) => source === "Authorize.Net");
}

export const cents = (amount: string | undefined) => Math.round(Number(amount) * 100);
export const sum = (deposit: Deposit) =>
  deposit.lines.reduce((total, { amount }) => total + cents(amount), 0);
