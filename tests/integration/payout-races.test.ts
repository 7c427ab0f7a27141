import { beforeEach, expect, test } from "vitest";
import { systemContext } from "@/server/platform/company-id";
import type { ClaimedRun } from "@/server/sync/claim-run";
import { type ReadPayout, storePayout } from "@/server/sync/store-payout";
import { adminDb } from "../support/admin-db";
import { eventually } from "../support/eventually";
import { often } from "../support/exhaustive";

const ROUNDS = often(20, 100);

let companyId: string;
let runs: [ClaimedRun, ClaimedRun];

beforeEach(async () => {
  companyId = (await adminDb().company.create({ data: { name: "Test" } })).id;
  runs = [await runningSync("acct_named"), await runningSync("key_unnamed")];
});

/** A sync under way, of a Stripe connection of its own. */
async function runningSync(externalAccountId: string): Promise<ClaimedRun> {
  const { id: integrationId } = await adminDb().integration.create({
    data: { companyId, provider: "stripe", externalAccountId, credentials: new Uint8Array([1]) },
  });
  return adminDb().syncRun.create({
    data: {
      ...{ companyId, integrationId, trigger: "manual" as const, state: "running" as const },
      ...{ attempt: 1, heartbeatAt: new Date() },
    },
    include: { integration: true },
  });
}

const payout = (providerId: string): ReadPayout => ({
  payout: {
    ...{ providerId, status: "paid", date: "2026-01-05", amount: 9_680, currency: "USD" },
    ...{ description: "", itemized: false, complete: true, raw: {} },
  },
  lines: [],
  isNew: true,
});

const store = (run: ClaimedRun, providerId: string) =>
  storePayout(systemContext(companyId), run, payout(providerId), 1);

const stored = () => adminDb().deposit.findMany({ where: { companyId } });

test("syncs of two connections that read a payout at the same moment store it once", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcomes = await Promise.all(runs.map((run) => store(run, `po_${round}`)));
    expect(outcomes.sort()).toEqual(["added", "unchanged"]);
  }
  expect(await stored()).toHaveLength(ROUNDS);
});

test("a sync that begins to store a payout while another one is storing it doesn't store it too", async () => {
  let outcomes: Promise<string[]> | undefined;
  await adminDb().$transaction(async (tx) => {
    // Neither can finish before both have begun.
    await tx.$executeRaw`SELECT FROM sync_runs WHERE company_id = ${companyId}::uuid FOR UPDATE`;
    outcomes = Promise.all(runs.map((run) => store(run, "po_1")));
    await eventually(async () => expect(await waiting()).toBe(2));
  });
  expect((await outcomes)?.sort()).toEqual(["added", "unchanged"]);
  expect(await stored()).toHaveLength(1);
});

/** How many of the product's statements wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await adminDb().$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()
      AND wait_event_type = 'Lock' AND application_name = 'deposit-matcher-reader'`;
  return row?.count ?? 0;
}
