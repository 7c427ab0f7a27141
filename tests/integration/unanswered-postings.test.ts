import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { call, ok } from "../setup/client";
import { connectedCompany } from "../setup/company";
import { everything } from "../setup/everything";
import { matchedSale } from "../setup/matched-sale";
import { booksOf, injectFault } from "../setup/stand-in";
import { type Running, settled, startWorkers } from "../setup/worker";

let sandbox: Sandbox;
let workers: Running;
let token: string;
let depositId: number;
const within = { timeout: 60_000, interval: 50 };

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 7, today: "2026-11-02", company: "empty" });
  Object.assign(process.env, sandbox.env);
  workers = await startWorkers();
  // Each test has all the time before the next attempt.
  await everything().$executeRaw`CREATE FUNCTION far_away() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.next_attempt_at := '2099-01-01'; RETURN NEW; END $$`;
  await everything().$executeRaw`CREATE TRIGGER far_away BEFORE UPDATE ON postings FOR EACH ROW
    WHEN (OLD.state = 'sending' AND NEW.state = 'queued') EXECUTE FUNCTION far_away()`;
});
afterAll(async () => {
  await workers.stop();
  await sandbox.close();
});

const posting = () => everything().posting.findFirstOrThrow({ where: { depositId } });
const inQuickbooks = async () => (await booksOf(sandbox)).deposits.length;
const status = async () =>
  (await everything().deposit.findFirstOrThrow({ where: { id: depositId } })).status;

/** A creation of the Deposit that ends as `kind` says. */
async function postedInto(kind: string): Promise<void> {
  const path = "/deposit";
  await injectFault(sandbox, { provider: "quickbooks", match: { method: "POST", path }, kind });
  depositId = await matchedSale(sandbox, token);
  await vi.waitFor(async () => {
    expect(await posting()).toMatchObject({ state: "queued", attempts: 1, unanswered: true });
  }, within);
}

const retry = async () => {
  await ok("POST", "/qb/retry-posting/", token, { deposit_id: depositId });
  await settled(token);
};

beforeEach(async () => {
  await fetch(`${sandbox.control.url}/reset`, { method: "POST" });
  ({ token } = await connectedCompany(sandbox));
  await settled(token);
});

test("undone while its answer is missing, the Deposit that QuickBooks made is deleted", async () => {
  await postedInto("cut_after");
  expect(await inQuickbooks()).toBe(1);
  await ok("POST", "/qb/undo/", token, { deposit_id: depositId });
  expect(await inQuickbooks()).toBe(0);
  expect(await posting()).toMatchObject({ state: "undone" });
  const [payment] = (await booksOf(sandbox)).payments;
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

test("where nothing was made, undoing finds nothing to delete", async () => {
  await postedInto("cut");
  expect(await inQuickbooks()).toBe(0);
  await ok("POST", "/qb/undo/", token, { deposit_id: depositId });
  expect(await status()).not.toBe("matched");
  expect(await inQuickbooks()).toBe(0);
});

test("while QuickBooks does not say what it holds, nothing is undone", async () => {
  await postedInto("cut_after");
  await injectFault(sandbox, {
    provider: "quickbooks",
    match: { path: "from deposit" },
    kind: "status",
    status: 503,
    times: 20,
  });
  const undo = () => call("POST", "/qb/undo/", { token, body: { deposit_id: depositId } });
  expect((await undo()).status).toBe(502);
  expect(await status()).toBe("matched");
  expect(await posting()).toMatchObject({ state: "queued", unanswered: true });

  await fetch(`${sandbox.control.url}/faults`, { method: "DELETE" });
  expect((await undo()).status).toBe(200);
  expect(await inQuickbooks()).toBe(0);
});

test("a Deposit of somebody else's for the payout is not deleted", async () => {
  await postedInto("cut_after");
  await everything().deposit.updateMany({ where: { id: depositId }, data: { providerId: "po_x" } });
  await ok("POST", "/qb/undo/", token, { deposit_id: depositId });
  expect(await inQuickbooks()).toBe(1);
});

test("a sync that finds its payments deposited leaves the match alone", async () => {
  await postedInto("cut_after");
  await ok("POST", "/qb/sync-payments/", token);
  await vi.waitFor(async () => {
    const { runs } = await ok("GET", "/sync-runs/", token);
    expect(runs.every(({ state }: { state: string }) => state === "succeeded")).toBe(true);
    const [payment] = await everything().ledgerPayment.findMany();
    expect(payment?.state).toBe("deposited");
  }, within);
  await ok("POST", "/qb/auto-match-all/", token);
  expect(await status()).toBe("matched");
  expect(await everything().notification.count({ where: { kind: "issue" } })).toBe(0);

  await retry();
  expect(await posting()).toMatchObject({ state: "posted", adopted: false, unanswered: false });
  expect(await inQuickbooks()).toBe(1);
});
