import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { booksOf, injectFault } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectedCompany } from "../support/company";
import { eventually } from "../support/eventually";
import { matchedSale } from "../support/matched-sale";
import { type Running, settled, startWorkers } from "../support/worker";

let emulators: Emulators;
let workers: Running;
let token: string;
let depositId: number;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 7, today: "2026-11-02", company: "empty" });
  Object.assign(process.env, emulators.env);
  workers = await startWorkers();
  // Each test finishes before the next attempt is due.
  await adminDb().$executeRaw`CREATE FUNCTION far_away() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.next_attempt_at := '2099-01-01'; RETURN NEW; END $$`;
  await adminDb().$executeRaw`CREATE TRIGGER far_away BEFORE UPDATE ON postings FOR EACH ROW
    WHEN (OLD.state = 'sending' AND NEW.state = 'queued') EXECUTE FUNCTION far_away()`;
});
afterAll(async () => {
  await workers.stop();
  await emulators.close();
});

const posting = () => adminDb().posting.findFirstOrThrow({ where: { depositId } });
const inQuickbooks = async () => (await booksOf(emulators)).deposits.length;
const status = async () =>
  (await adminDb().deposit.findFirstOrThrow({ where: { id: depositId } })).status;

/** Creates the Deposit with the outcome that `kind` names. */
async function postedInto(kind: string): Promise<void> {
  const path = "/deposit";
  await injectFault(emulators, { provider: "quickbooks", match: { method: "POST", path }, kind });
  depositId = await matchedSale(emulators, token);
  await eventually(async () => {
    expect(await posting()).toMatchObject({ state: "queued", attempts: 1, outcomeUnknown: true });
  });
}

const retry = async () => {
  await ok("POST", "/qb/retry-posting/", token, { deposit_id: depositId });
  await settled(token);
};

beforeEach(async () => {
  await fetch(`${emulators.control.url}/reset`, { method: "POST" });
  ({ token } = await connectedCompany(emulators));
  await settled(token);
});

test("undo with a missing answer deletes the Deposit that QuickBooks created", async () => {
  await postedInto("cut_after");
  expect(await inQuickbooks()).toBe(1);
  await ok("POST", "/qb/undo/", token, { deposit_id: depositId });
  expect(await inQuickbooks()).toBe(0);
  expect(await posting()).toMatchObject({ state: "undone" });
  const [payment] = (await booksOf(emulators)).payments;
  expect(payment).toMatchObject({ undeposited: true });

  await ok("POST", "/qb/sync-payments/", token);
  await settled(token);
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  expect(deposits[0].status).toBe("suggested");
  await ok("POST", "/qb/confirm-match/", token, { deposit_id: depositId });
  await settled(token);
  expect(await status()).toBe("posted");
  expect(await inQuickbooks()).toBe(1);
});

test("undo finds nothing to delete when nothing was created", async () => {
  await postedInto("cut");
  expect(await inQuickbooks()).toBe(0);
  await ok("POST", "/qb/undo/", token, { deposit_id: depositId });
  expect(await status()).not.toBe("matched");
  expect(await inQuickbooks()).toBe(0);
});

test("undo changes nothing while QuickBooks does not answer", async () => {
  await postedInto("cut_after");
  await injectFault(emulators, {
    provider: "quickbooks",
    match: { path: "from deposit" },
    kind: "status",
    status: 503,
    times: 20,
  });
  const undo = () => call("POST", "/qb/undo/", { token, body: { deposit_id: depositId } });
  expect((await undo()).status).toBe(502);
  expect(await status()).toBe("matched");
  expect(await posting()).toMatchObject({ state: "queued", outcomeUnknown: true });

  await fetch(`${emulators.control.url}/faults`, { method: "DELETE" });
  expect((await undo()).status).toBe(200);
  expect(await inQuickbooks()).toBe(0);
});

test("another app's Deposit for the payout is not deleted", async () => {
  await postedInto("cut_after");
  await adminDb().deposit.updateMany({ where: { id: depositId }, data: { providerId: "po_x" } });
  await ok("POST", "/qb/undo/", token, { deposit_id: depositId });
  expect(await inQuickbooks()).toBe(1);
});

test("a sync that finds its payments deposited leaves the match unchanged", async () => {
  await postedInto("cut_after");
  await ok("POST", "/qb/sync-payments/", token);
  await eventually(async () => {
    const { runs } = await ok("GET", "/sync-runs/", token);
    expect(runs.every(({ state }: { state: string }) => state === "succeeded")).toBe(true);
    const [payment] = await adminDb().ledgerPayment.findMany();
    expect(payment?.state).toBe("deposited");
  });
  await ok("POST", "/qb/auto-match-all/", token);
  expect(await status()).toBe("matched");
  expect(await adminDb().notification.count({ where: { kind: "issue" } })).toBe(0);

  await retry();
  expect(await posting()).toMatchObject({ state: "posted", adopted: false, outcomeUnknown: false });
  expect(await inQuickbooks()).toBe(1);
});
