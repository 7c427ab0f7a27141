import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Emulators, startEmulators } from "@/emulators/start";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/platform/queue/queue";
import { adminDb } from "../../support/admin-db";
import { ok } from "../../support/client";
import { type FullLedger, seedFullLedger } from "../../support/full-ledger";

/** The company at the start of each test, without failures. */
export let mine: FullLedger;
export let token: string;
/** Its Stripe integration. */
export let stripe: string;
let emulators: Emulators;

export function eachWithFullBooks(): void {
  beforeAll(async () => {
    emulators = await startEmulators({ company: "empty" });
    Object.assign(process.env, emulators.env);
  });
  beforeEach(async () => {
    mine = await seedFullLedger();
    token = await mine.signIn();
    const where = { companyId: mine.companyId };
    await adminDb().jobFailure.deleteMany({ where });
    await adminDb().syncRun.deleteMany({ where });
    await adminDb().matchRun.deleteMany({ where });
    await adminDb().integration.updateMany({ where, data: { status: "connected" } });
    const found = await adminDb().integration.findFirstOrThrow({
      where: { ...where, provider: "stripe" },
    });
    stripe = found.id;
  });
  afterAll(async () => {
    await stopQueue(1_000);
    await closeDb();
    await emulators.close();
  });
}

export const failed = () => ok("GET", "/jobs/failed/", token);
export const retry = (body: object) => ok("POST", "/jobs/retry/", token, body);
export const at = (minute: number) => new Date(Date.UTC(2026, 10, 2, 9, minute));

export function failedSync(minute = 0) {
  return adminDb().syncRun.create({
    data: {
      companyId: mine.companyId,
      integrationId: stripe,
      trigger: "manual",
      state: "failed",
      message: "Stripe didn't respond as expected. Please try again in a minute.",
      errorCode: "unavailable",
      createdAt: at(minute),
      finishedAt: at(minute),
    },
  });
}

export async function failedPosting(minute = 0) {
  const { companyId, depositIds } = mine;
  await adminDb().posting.deleteMany({ where: { companyId, depositId: depositIds.matched } });
  return adminDb().posting.create({
    data: {
      companyId,
      depositId: depositIds.matched,
      state: "failed",
      attempts: 1,
      errorCode: "6210",
      message: "QuickBooks rejected the request (code 6210).",
      heartbeatAt: at(minute),
    },
  });
}

export const failedRun = (minute = 0) =>
  adminDb().matchRun.create({
    data: {
      companyId: mine.companyId,
      userId: mine.userId,
      state: "failed",
      depositIds: [mine.depositIds.posted, mine.depositIds.pending],
      done: 1,
      message: "It stopped because of a problem on our side.",
      createdAt: at(minute),
      finishedAt: at(minute),
    },
  });
