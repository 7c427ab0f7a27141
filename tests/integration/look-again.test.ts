import { beforeEach, expect, test } from "vitest";
import { clearFaults, injectFault } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { settled } from "../support/worker";
import {
  control,
  eachInACompanyOfItsOwn,
  emulators,
  theDeposit,
  token,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn();

const SALE = { amount: 5_000, customer: "Ann Baker" };

/** A payout whose payment is not in QuickBooks, which was read a while ago; only a user starts the engine. */
beforeEach(async () => {
  await adminDb().companySettings.updateMany({ data: { autoMatch: false } });
  await control("/stripe/payouts", { charges: [{ amount: SALE.amount, name: SALE.customer }] });
  await ok("POST", "/stripe/save-payouts/", token);
  await settled(token);
  await readLongAgo();
});

async function readLongAgo(): Promise<void> {
  await adminDb().integration.updateMany({
    where: { provider: "quickbooks" },
    data: { lastSyncedAt: new Date(Date.now() - 3 * 3_600_000) },
  });
}

async function refreshAndMatch() {
  const { id } = await theDeposit();
  return ok("POST", "/qb/auto-match/", token, { deposit_id: id });
}

test("Auto Match finds a payment that was recorded in QuickBooks since the last sync", async () => {
  const before = await refreshAndMatch();
  expect(before).toMatchObject({
    message: "Auto-match completed successfully",
    status: "pending",
    looked_at: { payments: 0 },
  });
  expect(before.result).toMatch(/^Looked at 0 payments, read just now\. .+/);
  await control("/quickbooks/payments", SALE);
  await readLongAgo();
  const after = await refreshAndMatch();
  expect(after).toMatchObject({ status: "matched", looked_at: { payments: 1 } });
  expect(after.result).toBe("Looked at 1 payment, read just now. Matched. Posting to QuickBooks…");
  expect(Date.now() - Date.parse(after.looked_at.read_at)).toBeLessThan(600_000);
});

test("books that were read seconds ago are not read again", async () => {
  await refreshAndMatch();
  const runs = () => adminDb().syncRun.count();
  const before = await runs();
  await adminDb().integration.updateMany({
    where: { provider: "quickbooks" },
    data: { lastSyncedAt: new Date(Date.now() + 60_000) },
  });
  await refreshAndMatch();
  expect(await runs()).toBe(before);
});

test("without an answer of QuickBooks, what is known is matched, and the answer says so", async () => {
  await injectFault(emulators, {
    provider: "quickbooks",
    match: { method: "GET" },
    kind: "status",
    status: 503,
    times: 100,
  });
  const { status, result } = await refreshAndMatch();
  await clearFaults(emulators);
  await settled(token);
  expect(status).toBe("pending");
  expect(result).toMatch(/^.*QuickBooks.* Looked at 0 payments, read 3 hours ago\. .+/);
});

test("a deposit that can't be matched is refused before QuickBooks is asked", async () => {
  const { id } = await theDeposit();
  await adminDb().deposit.updateMany({ where: { id }, data: { payoutStatus: "in_transit" } });
  const before = await adminDb().syncRun.count();
  const refused = await call("POST", "/qb/auto-match/", { token, body: { deposit_id: id } });
  expect(refused.status).toBe(409);
  expect(await adminDb().syncRun.count()).toBe(before);
});
