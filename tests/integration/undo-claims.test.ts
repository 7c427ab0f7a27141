import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { systemContext } from "@/server/platform/company-id";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { UNDO_LEASE_SECONDS } from "@/server/platform/queue/claims";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { claimPosting } from "@/server/posting/claim-posting";
import { claimUndo } from "@/server/posting/claim-undo";
import { sweep } from "@/server/worker/sweep";
import { booksOf, clearFaults, injectFault } from "@/tests/support/emulators";
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
let ctx: CompanyContext;

beforeAll(async () => {
  emulators = await startEmulators({ seed: 7, today: "2026-11-02", company: "empty" });
  Object.assign(process.env, emulators.env);
  workers = await startWorkers();
});
afterAll(async () => {
  await workers.stop();
  await emulators.close();
});
afterEach(() => fetch(`${emulators.control.url}/reset`, { method: "POST" }));

const posting = () => adminDb().posting.findFirstOrThrow({ where: { depositId } });
const undo = () => call("POST", "/qb/undo/", { token, body: { deposit_id: depositId } });
const inQuickbooks = async () => (await booksOf(emulators)).deposits.length;

async function postedSale(): Promise<void> {
  ({ token } = await connectedCompany(emulators));
  await settled(token);
  depositId = await matchedSale(emulators, token);
  await settled(token);
  const row = await posting();
  expect(row.state).toBe("posted");
  ctx = systemContext(row.companyId);
}

const DELETION = { provider: "quickbooks", match: { method: "POST", path: "/deposit" } };

test("while QuickBooks has not answered an undo, nobody waits for it, and nobody else touches the posting", async () => {
  await postedSale();
  await injectFault(emulators, { ...DELETION, kind: "hold" });
  const undoing = undo();
  await eventually(async () => expect((await posting()).state).toBe("undoing"));
  expect((await undo()).status).toBe(409);
  expect(await claimPosting(ctx, (await posting()).id)).toBeNull();
  expect(await withCompanyLock(ctx, async () => "free")).toBe("free");
  await clearFaults(emulators);
  expect((await undoing).status).toBe(200);
  expect(await posting()).toMatchObject({ state: "undone" });
  expect(await inQuickbooks()).toBe(0);
});

test("a refusal of QuickBooks leaves everything as it was, and the next undo succeeds", async () => {
  await postedSale();
  await injectFault(emulators, { ...DELETION, kind: "status", status: 500, times: 20 });
  const before = await posting();
  expect((await undo()).status).toBe(502);
  expect(await posting()).toMatchObject({ state: "posted", undoingFrom: null });
  expect(await inQuickbooks()).toBe(1);
  await clearFaults(emulators);
  expect((await undo()).status).toBe(200);
  expect(await posting()).toMatchObject({ id: before.id, state: "undone" });
  expect(await inQuickbooks()).toBe(0);
});

test("an undo whose process died is over after its lease, and can be repeated", async () => {
  await postedSale();
  await withCompanyLock(ctx, async (tx) => claimUndo(tx, ctx, await posting()));
  await sweep();
  expect((await posting()).state).toBe("undoing");
  const heartbeatAt = new Date(Date.now() - (UNDO_LEASE_SECONDS + 1) * 1_000);
  await db(ctx).posting.updateMany({ where: { depositId }, data: { heartbeatAt } });
  await sweep();
  expect(await posting()).toMatchObject({ state: "posted", undoingFrom: null });
  await ok("POST", "/qb/undo/", token, { deposit_id: depositId });
  expect(await posting()).toMatchObject({ state: "undone" });
  expect(await inQuickbooks()).toBe(0);
});
