import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { closeDb } from "@/server/db";
import { stopQueue } from "@/server/jobs/queue";
import { ok } from "../../setup/client";
import { everything } from "../../setup/everything";
import { type FullBooks, plantFullBooks } from "../../setup/full-books";

/** The company that each test begins with: nothing of it has failed yet. */
export let mine: FullBooks;
export let token: string;
/** Its integration with Stripe. */
export let stripe: string;
let sandbox: Sandbox;

export function eachWithFullBooks(): void {
  beforeAll(async () => {
    sandbox = await startSandbox({ company: "empty" });
    Object.assign(process.env, sandbox.env);
  });
  beforeEach(async () => {
    mine = await plantFullBooks();
    token = await mine.signIn();
    const where = { companyId: mine.companyId };
    await everything().jobFailure.deleteMany({ where });
    await everything().syncRun.deleteMany({ where });
    await everything().matchRun.deleteMany({ where });
    await everything().integration.updateMany({ where, data: { status: "connected" } });
    const found = await everything().integration.findFirstOrThrow({
      where: { ...where, provider: "stripe" },
    });
    stripe = found.id;
  });
  afterAll(async () => {
    await stopQueue(1_000);
    await closeDb();
    await sandbox.close();
  });
}

export const failed = () => ok("GET", "/jobs/failed/", token);
export const retry = (body: object) => ok("POST", "/jobs/retry/", token, body);
export const at = (minute: number) => new Date(Date.UTC(2026, 10, 2, 9, minute));

export function failedSync(minute = 0) {
  return everything().syncRun.create({
    data: {
      companyId: mine.companyId,
      integrationId: stripe,
      trigger: "manual",
      state: "failed",
      message: "Stripe did not answer as expected. Please try again in a minute.",
      errorCode: "unavailable",
      createdAt: at(minute),
      finishedAt: at(minute),
    },
  });
}

export async function failedPosting(minute = 0) {
  const { companyId, depositIds } = mine;
  await everything().posting.deleteMany({ where: { companyId, depositId: depositIds.matched } });
  return everything().posting.create({
    data: {
      companyId,
      depositId: depositIds.matched,
      state: "failed",
      attempts: 1,
      errorCode: "6210",
      message: "QuickBooks refused the request (code 6210).",
      heartbeatAt: at(minute),
    },
  });
}

export const failedRun = (minute = 0) =>
  everything().matchRun.create({
    data: {
      companyId: mine.companyId,
      userId: mine.userId,
      state: "failed",
      depositIds: [mine.depositIds.posted, mine.depositIds.pending],
      done: 1,
      message: "It stopped because of an error on our side.",
      createdAt: at(minute),
      finishedAt: at(minute),
    },
  });
