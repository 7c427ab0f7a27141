import { afterAll, beforeAll } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { booksOf, control as controlEmulators } from "@/tests/support/emulators";
import { ok } from "../../support/client";
import { connectedCompany, type TestCompany } from "../../support/company";
import { type Running, settled, startWorkers } from "../../support/worker";

export let emulators: Emulators;
/** Connected, with empty books at first; shared by a file's tests. */
export let company: TestCompany;
let workers: Running;

export function inOneCompany(): void {
  beforeAll(async () => {
    emulators = await startEmulators({ company: "empty" });
    Object.assign(process.env, emulators.env);
    workers = await startWorkers();
    company = await connectedCompany(emulators);
    await settled(company.token);
  });

  afterAll(async () => {
    await workers.stop();
    await emulators.close();
  });
}

export interface Payout {
  id: string;
  amount: number;
}
export interface WireDeposit {
  id: number;
  status: string;
  total_amt: string;
  currency: string;
  source_id: string;
  quickbook_id: string;
  payout_status: string;
  payout_issue: string;
  posting: { state: string; message: string } | null;
  lines: { id: number }[];
}

export const control = (path: string, body: object) => controlEmulators(emulators, path, body);

export async function addPayout(body: object): Promise<Payout> {
  return (await control("/stripe/payouts", body)).payout;
}

/** A payout and the customer's payment for its one charge. */
export async function seed(amount: number, name: string, facts: object = {}): Promise<Payout> {
  await control("/quickbooks/payments", { amount, customer: name });
  return addPayout({ charges: [{ amount, name }], ...facts });
}

export async function sync(token = company.token): Promise<void> {
  await ok("POST", "/stripe/save-payouts/", token);
  await settled(token);
}

export async function deposits(token = company.token): Promise<Map<string, WireDeposit>> {
  const { deposits: all } = await ok("GET", "/qb/deposit-status/", token);
  return new Map(all.map((deposit: WireDeposit) => [deposit.source_id, deposit]));
}

export async function depositOf(payout: Payout, token = company.token): Promise<WireDeposit> {
  const found = (await deposits(token)).get(payout.id);
  if (!found) throw new Error(`${payout.id} is no deposit`);
  return found;
}

export const inQuickBooks = async (payout: Payout) =>
  (await booksOf(emulators)).deposits.filter(({ note }) => note.includes(payout.id));
