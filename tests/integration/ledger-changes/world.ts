import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import type { AccountKind } from "@/lib/constants/bookings";
import { credentialStore } from "@/server/connections/credentials";
import { requireIntegration } from "@/server/connections/find";
import { systemContext } from "@/server/platform/company-id";
import { getProvider } from "@/server/providers/registry";
import { control as controlEmulators, createSale } from "@/tests/support/emulators";
import { FIXED_DAY } from "@/tools/worlds/worlds";
import { adminDb } from "../../support/admin-db";
import { ok } from "../../support/client";
import { seedAccounts } from "../../support/company";
import { type Running, settled, startWorkers } from "../../support/worker";
import { inWorld } from "../../support/world";

export let emulators: Emulators;
/** The company at the start of each test: connected, with empty books. */
export let token: string;
let workers: Running;

/** @param accounts of its kinds of lines; by default each has one. */
export function eachInACompanyOfItsOwn(accounts?: Partial<Record<AccountKind, string>>): void {
  beforeAll(async () => {
    emulators = await startEmulators({
      seed: 6,
      today: FIXED_DAY,

      company: "empty",
    });
    Object.assign(process.env, emulators.env);
    workers = await startWorkers();
  });

  afterAll(async () => {
    await workers.stop();
    await emulators.close();
  });

  beforeEach(async () => {
    const { token: owners, user } = await inWorld("connected", emulators);
    token = owners;
    if (accounts) await seedAccounts(emulators, user.username, accounts);
  });

  afterEach(async () => {
    await ok("POST", "/qb/disconnect-quickbook/", token);
  });
}

export const control = (path: string, body: object) => controlEmulators(emulators, path, body);

export async function ledgerOf() {
  const [row] = await adminDb().integration.findMany({
    where: { provider: "quickbooks" },
    orderBy: { connectedAt: "desc" },
    take: 1,
  });
  const ctx = systemContext(row?.companyId ?? "");
  const store = credentialStore(ctx, await requireIntegration(ctx, "quickbooks"), "bookkeeping");
  const ledger = getProvider("quickbooks").ledger;
  if (!ledger) throw new Error("QuickBooks is a ledger");
  return { store, ledger };
}

/** Changes that a person makes in QuickBooks' own screens. */
export async function inQuickBooks(method: string, path: string, body?: object) {
  const { accessToken } = (await (await ledgerOf()).store.current()) as { accessToken: string };
  const answer = await fetch(
    `${emulators.quickbooks.url}/v3/company/${emulators.credentials.realmId}/${path}`,
    {
      method,
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    },
  );
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text);
}

export async function syncBoth(): Promise<void> {
  await ok("POST", "/stripe/save-payouts/", token);
  await ok("POST", "/qb/sync-payments/", token);
  await settled(token);
}

export async function theDeposit() {
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  expect(deposits).toHaveLength(1);
  return deposits[0];
}

export const detailOf = (id: number) => ok("GET", `/qb/deposit/?deposit_id=${id}`, token);

export async function postedSale(amount = 5_000, name = "Ann Baker") {
  await createSale(emulators, amount, name);
  await syncBoth();
  let deposit = await theDeposit();
  if (deposit.status === "suggested") {
    await ok("POST", "/qb/confirm-match/", token, { deposit_id: deposit.id });
    await settled(token);
    deposit = await theDeposit();
  }
  expect(deposit).toMatchObject({ status: "posted" });
  return deposit;
}

export const linkTo = (TxnId: string, Amount: number, TxnType = "Payment") => ({
  Amount,
  LinkedTxn: [{ TxnId, TxnType, TxnLineId: "0" }],
});
