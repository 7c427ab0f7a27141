import { beforeEach, describe, expect, test } from "vitest";
import { runMatchRun } from "@/server/matches/bulk-match";
import { systemContext } from "@/server/platform/company-id";
import { sweep } from "@/server/worker/sweep";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { startWorkers } from "../support/worker";
import { Signed } from "./bad-input/signed";

let owner: Signed;
let ids: number[];

const DAYS = 55;
/** Deposits in one step of a run. */
const STEP = 50;

/** One deposit per day, each with one charge and its customer, and the customer's payment. */
beforeEach(async () => {
  owner = await Signed.create();
  const { companyId } = owner.owner;
  await adminDb().deposit.deleteMany({ where: { companyId } });
  await adminDb().ledgerPayment.deleteMany({ where: { companyId } });
  const integrations = await adminDb().integration.findMany({ where: { companyId } });
  const idOf = (wanted: string) =>
    integrations.find(({ provider }) => provider === wanted)?.id ?? "";
  await adminDb().integration.updateMany({
    where: { companyId, provider: "quickbooks" },
    data: { status: "connected", credentials: new Uint8Array([1]) },
  });
  ids = [];
  for (let day = 0; day < DAYS; day += 1) {
    ids.push(await createDeposit(companyId, idOf("stripe"), day));
  }
  await adminDb().ledgerPayment.createMany({
    data: Array.from({ length: DAYS }, (_, day) => {
      const { date, gross, customerName } = saleOf(day);
      const providerId = String(100 + day);
      return {
        ...{ companyId, integrationId: idOf("quickbooks"), kind: "Payment" as const, providerId },
        ...{ txnDate: date, amount: gross, currency: "USD", customerName },
      };
    }),
  });
});

function saleOf(day: number) {
  return {
    date: new Date(Date.UTC(2026, 0, 1 + day)),
    gross: BigInt(10_000 + day * 137),
    customerName: `Customer ${String.fromCharCode(65 + (day % 26))}${day} Limited`,
  };
}

async function createDeposit(companyId: string, stripe: string, day: number) {
  const { date, gross, customerName } = saleOf(day);
  const fee = 320n;
  const { id } = await adminDb().deposit.create({
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
  return id;
}

const start = (body: object) => ok("POST", "/qb/auto-match-runs/", owner.token, body);
const latest = async () => (await ok("GET", "/qb/auto-match-runs/", owner.token)).run;
const work = (id: string) => runMatchRun(systemContext(owner.owner.companyId), id);
const openIds = async () => {
  const rows = await adminDb().deposit.findMany({
    where: { companyId: owner.owner.companyId, status: "pending" },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id }) => id);
};

describe("a bulk Auto Match", () => {
  test("matches only the chosen deposits, for the user who started it", async () => {
    expect(await latest()).toBeNull();
    const { run } = await start({ deposit_ids: ids.slice(0, 5) });
    expect(run).toMatchObject({ state: "queued", done: 0, total: 5 });
    await work(run.id);
    expect(await latest()).toMatchObject({ id: run.id, state: "succeeded", done: 5, total: 5 });
    expect((await latest()).matched).toBe(5);
    expect(await openIds()).toEqual(ids.slice(5));
    const events = await adminDb().auditEvent.findMany({
      where: { companyId: owner.owner.companyId, action: "deposit.matched" },
    });
    expect(new Set(events.map(({ userId }) => userId))).toEqual(new Set([owner.owner.userId]));
    expect(new Set(events.map(({ role }) => role))).toEqual(new Set(["owner"]));
  });

  test("keeps the role in which it was started, whatever the user's role is by then", async () => {
    const { companyId, userId } = owner.owner;
    const { run } = await start({ deposit_ids: ids.slice(0, 2) });
    await adminDb().membership.updateMany({
      where: { companyId, userId },
      data: { role: "bookkeeper" },
    });
    await work(run.id);
    const events = await adminDb().auditEvent.findMany({
      where: { companyId, action: "deposit.matched" },
    });
    expect(events.map(({ userId, role }) => [userId, role])).toEqual([
      [userId, "owner"],
      [userId, "owner"],
    ]);
  });

  test("matches everything that fits a filter, and skips matched deposits", async () => {
    const first = await start({ deposit_ids: ids.slice(0, 2) });
    await work(first.run.id);
    const { run } = await start({ filter: { to: "2026-01-10", status: "All" } });
    expect(run.total).toBe(8);
    await work(run.id);
    expect(await openIds()).toEqual(ids.slice(10));
  });

  test("decides like a run over everything", async () => {
    const { run } = await start({ filter: {} });
    await work(run.id);
    const inSteps = await statuses();
    await undoAll();
    await ok("POST", "/qb/auto-match-all/", owner.token);
    expect(inSteps).toEqual(await statuses());
  });

  test("runs one at a time, and needs something to do", async () => {
    const { run } = await start({ deposit_ids: [ids[0]] });
    const again = await call("POST", "/qb/auto-match-runs/", {
      token: owner.token,
      body: { filter: {} },
    });
    expect([again.status, again.body.message]).toEqual([
      409,
      "Auto Match is already running. Wait for it to finish, or cancel it.",
    ]);
    await work(run.id);
    const nothing = await call("POST", "/qb/auto-match-runs/", {
      token: owner.token,
      body: { deposit_ids: [ids[0]] },
    });
    expect(nothing.status).toBe(409);
    const empty = await call("POST", "/qb/auto-match-runs/", { token: owner.token, body: {} });
    expect(empty.status).toBe(400);
  });

  test("a mix of own and foreign deposits is refused", async () => {
    const other = await Signed.create();
    const theirs = await adminDb().deposit.findFirstOrThrow({
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

describe("a stopped bulk Auto Match", () => {
  test("changes nothing when stopped before it begins", async () => {
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

  test("keeps complete steps when stopped in the middle", async () => {
    const { run } = await start({ filter: {} });
    // From the second step on, its progress can't be written, as after a cancellation.
    await adminDb().$executeRawUnsafe(`
      CREATE FUNCTION cancel_second() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.done > ${STEP} AND NEW.state = 'running' THEN RETURN NULL; END IF;
        RETURN NEW;
      END $$`);
    await adminDb().$executeRawUnsafe(
      "CREATE TRIGGER cancel_second BEFORE UPDATE ON match_runs FOR EACH ROW EXECUTE FUNCTION cancel_second()",
    );
    await work(run.id);
    await adminDb().$executeRawUnsafe("DROP TRIGGER cancel_second ON match_runs");
    await adminDb().$executeRawUnsafe("DROP FUNCTION cancel_second");
    expect(await latest()).toMatchObject({ state: "running", done: STEP, matched: STEP });
    expect(await openIds()).toHaveLength(DAYS - STEP);
  });

  test("continues after a crash, once its worker's lease has expired", async () => {
    const { run } = await start({ filter: {} });
    await adminDb().matchRun.updateMany({
      where: { id: run.id },
      data: { state: "running", done: 20, attempt: 1, heartbeatAt: new Date() },
    });
    await work(run.id);
    expect(await latest()).toMatchObject({ state: "running", done: 20 });
    await adminDb().matchRun.updateMany({
      where: { id: run.id },
      data: { heartbeatAt: new Date(Date.now() - 120_000) },
    });
    const workers = await startWorkers();
    await sweep();
    await expect.poll(latest).toMatchObject({ state: "succeeded", done: DAYS });
    await workers.stop();
    // Deposits that the dead worker had counted are checked again at the end.
    expect(await openIds()).toEqual([]);
  });
});

async function statuses(): Promise<Record<string, string>> {
  const rows = await adminDb().deposit.findMany({
    where: { companyId: owner.owner.companyId },
    orderBy: { id: "asc" },
  });
  return Object.fromEntries(rows.map(({ providerId, status }) => [providerId, status]));
}

/** Resets everything to the beginning. */
async function undoAll(): Promise<void> {
  const { companyId } = owner.owner;
  await adminDb().posting.deleteMany({ where: { companyId } });
  await adminDb().match.deleteMany({ where: { companyId } });
  await adminDb().deposit.updateMany({ where: { companyId }, data: { status: "pending" } });
}
