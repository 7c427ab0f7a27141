import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { systemContext } from "@/server/auth/company-id";
import { closeDb } from "@/server/db";
import { stopQueue } from "@/server/jobs/queue";
import { sweep } from "@/server/jobs/sweep";
import { runMatchRun } from "@/server/matches/run-match-run";
import { call, ok } from "../setup/client";
import { everything } from "../setup/everything";
import { startWorkers } from "../setup/worker";
import { Signed } from "./bad-input/signed";

let owner: Signed;
let ids: number[];

const DAYS = 40;

/** As many deposits as days, each of one charge with a customer, and the customer's payment. */
beforeEach(async () => {
  owner = await Signed.create();
  const { companyId } = owner.owner;
  await everything().deposit.deleteMany({ where: { companyId } });
  await everything().ledgerPayment.deleteMany({ where: { companyId } });
  const integrations = await everything().integration.findMany({ where: { companyId } });
  const idOf = (wanted: string) =>
    integrations.find(({ provider }) => provider === wanted)?.id ?? "";
  await everything().integration.updateMany({
    where: { companyId, provider: "quickbooks" },
    data: { status: "connected", credentials: new Uint8Array([1]) },
  });
  ids = [];
  for (let day = 0; day < DAYS; day += 1) {
    ids.push(await plantSale(companyId, idOf("stripe"), idOf("quickbooks"), day));
  }
});
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
});

async function plantSale(companyId: string, stripe: string, quickbooks: string, day: number) {
  const date = new Date(Date.UTC(2026, 0, 1 + day));
  const gross = BigInt(10_000 + day * 137);
  const fee = 320n;
  const customerName = `Customer ${String.fromCharCode(65 + (day % 26))}${day} Limited`;
  const { id } = await everything().deposit.create({
    data: {
      companyId,
      integrationId: stripe,
      providerId: `po_${day}`,
      payoutStatus: "paid",
      txnDate: date,
      amount: gross - fee,
      currency: "USD",
      lines: {
        create: {
          providerId: `txn_${day}`,
          kind: "charge",
          providerKind: "charge",
          date,
          gross,
          fee,
          net: gross - fee,
          currency: "USD",
          customerName,
        },
      },
    },
  });
  await everything().ledgerPayment.create({
    data: {
      companyId,
      integrationId: quickbooks,
      kind: "Payment",
      providerId: String(100 + day),
      txnDate: date,
      amount: gross,
      currency: "USD",
      customerName,
    },
  });
  return id;
}

const start = (body: object) => ok("POST", "/qb/auto-match-runs/", owner.token, body);
const latest = async () => (await ok("GET", "/qb/auto-match-runs/", owner.token)).run;
const work = (id: string) => runMatchRun(systemContext(owner.owner.companyId), id);
const openIds = async () => {
  const rows = await everything().deposit.findMany({
    where: { companyId: owner.owner.companyId, status: "pending" },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id }) => id);
};

describe("a bulk Auto Match", () => {
  test("works on the chosen deposits alone, for whoever started it", async () => {
    expect(await latest()).toBeNull();
    const { run } = await start({ deposit_ids: ids.slice(0, 5) });
    expect(run).toMatchObject({ state: "queued", done: 0, total: 5 });
    await work(run.id);
    expect(await latest()).toMatchObject({ id: run.id, state: "succeeded", done: 5, total: 5 });
    expect((await latest()).matched).toBe(5);
    expect(await openIds()).toEqual(ids.slice(5));
    const events = await everything().auditEvent.findMany({
      where: { companyId: owner.owner.companyId, action: "deposit.matched" },
    });
    expect(new Set(events.map(({ userId }) => userId))).toEqual(new Set([owner.owner.userId]));
  });

  test("takes all that fit a filter, and leaves out what is matched already", async () => {
    const first = await start({ deposit_ids: ids.slice(0, 2) });
    await work(first.run.id);
    const { run } = await start({ filter: { to: "2026-01-10", status: "All" } });
    expect(run.total).toBe(8);
    await work(run.id);
    expect(await openIds()).toEqual(ids.slice(10));
  });

  test("decides what a run over everything decides", async () => {
    const { run } = await start({ filter: {} });
    await work(run.id);
    const inSteps = await statuses();
    await undoAll();
    await ok("POST", "/qb/auto-match-all/", owner.token);
    expect(inSteps).toEqual(await statuses());
  });

  test("is one at a time, and there must be something to do", async () => {
    const { run } = await start({ deposit_ids: [ids[0]] });
    const again = await call("POST", "/qb/auto-match-runs/", {
      token: owner.token,
      body: { filter: {} },
    });
    expect([again.status, again.body.message]).toEqual([
      409,
      "Auto Match is running already. Wait for it, or cancel it first.",
    ]);
    await work(run.id);
    const nothing = await call("POST", "/qb/auto-match-runs/", {
      token: owner.token,
      body: { deposit_ids: [ids[0]] },
    });
    expect(nothing.status).toBe(409);
    const nobody = await call("POST", "/qb/auto-match-runs/", { token: owner.token, body: {} });
    expect(nobody.status).toBe(400);
  });

  test("half of one's own deposits and half of another's is nobody's", async () => {
    const other = await Signed.create();
    const theirs = await everything().deposit.findFirstOrThrow({
      where: { companyId: other.owner.companyId },
    });
    const answer = await call("POST", "/qb/auto-match-runs/", {
      token: owner.token,
      body: { deposit_ids: [ids[0], theirs.id] },
    });
    expect(answer.status).toBe(404);
    expect(await latest()).toBeNull();
  });
});

describe("a bulk Auto Match that is stopped", () => {
  test("before it begins changes nothing", async () => {
    const { run } = await start({ filter: {} });
    await ok("POST", "/qb/auto-match-runs/cancel/", owner.token, { match_run_id: run.id });
    await work(run.id);
    expect(await latest()).toMatchObject({ state: "cancelled", done: 0 });
    expect(await openIds()).toEqual(ids);
    const again = await call("POST", "/qb/auto-match-runs/cancel/", {
      token: owner.token,
      body: { match_run_id: run.id },
    });
    expect(again.status).toBe(409);
  });

  test("in the middle keeps the steps that are through, and no half of one", async () => {
    const { run } = await start({ filter: {} });
    // From the second step on, its progress can't be written: as when it was cancelled meanwhile.
    await everything().$executeRawUnsafe(`
      CREATE FUNCTION cancel_second() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.done > 10 AND NEW.state = 'running' THEN RETURN NULL; END IF;
        RETURN NEW;
      END $$`);
    await everything().$executeRawUnsafe(
      "CREATE TRIGGER cancel_second BEFORE UPDATE ON match_runs FOR EACH ROW EXECUTE FUNCTION cancel_second()",
    );
    await work(run.id);
    await everything().$executeRawUnsafe("DROP TRIGGER cancel_second ON match_runs");
    await everything().$executeRawUnsafe("DROP FUNCTION cancel_second");
    expect(await latest()).toMatchObject({ state: "running", done: 10, matched: 10 });
    expect(await openIds()).toHaveLength(DAYS - 10);
  });

  test("by a crash is taken up where it was, once its worker has been silent long enough", async () => {
    const { run } = await start({ filter: {} });
    await everything().matchRun.updateMany({
      where: { id: run.id },
      data: { state: "running", done: 20, attempt: 1, heartbeatAt: new Date() },
    });
    await work(run.id);
    expect(await latest()).toMatchObject({ state: "running", done: 20 });
    await everything().matchRun.updateMany({
      where: { id: run.id },
      data: { heartbeatAt: new Date(Date.now() - 120_000) },
    });
    const workers = await startWorkers();
    await sweep();
    await expect
      .poll(latest, { timeout: 20_000 })
      .toMatchObject({ state: "succeeded", done: DAYS });
    await workers.stop();
    // What the dead worker had counted as done is looked at again at the end.
    expect(await openIds()).toEqual([]);
  });
});

async function statuses(): Promise<Record<string, string>> {
  const rows = await everything().deposit.findMany({
    where: { companyId: owner.owner.companyId },
    orderBy: { id: "asc" },
  });
  return Object.fromEntries(rows.map(({ providerId, status }) => [providerId, status]));
}

/** Back to the beginning, without the memory of it. */
async function undoAll(): Promise<void> {
  const { companyId } = owner.owner;
  await everything().posting.deleteMany({ where: { companyId } });
  await everything().match.deleteMany({ where: { companyId } });
  await everything().deposit.updateMany({ where: { companyId }, data: { status: "pending" } });
}
