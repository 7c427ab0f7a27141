import { describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { seedFullLedger } from "../support/full-ledger";
import {
  at,
  eachWithFullBooks,
  failed,
  failedPosting,
  failedRun,
  failedSync,
  mine,
  retry,
  stripe,
  token,
} from "./failures/world";

eachWithFullBooks();

describe("failures", () => {
  test("are listed in words, newest first, for their company only", async () => {
    const run = await failedSync(1);
    const posting = await failedPosting(3);
    const matchRun = await failedRun(2);
    const { failures, waiting } = await failed();
    expect(waiting).toBe(3);
    expect(failures).toEqual([
      {
        id: `posting:${posting.id}:1`,
        kind: "posting",
        title: expect.stringMatching(/^Stripe payout [\d.,−]+ \(.+\) couldn't be posted$/),
        reason: "QuickBooks rejected the request (code 6210).",
        code: "6210",
        attempts: 1,
        failed_at: at(3).toISOString(),
        link: `/transaction/${mine.depositIds.matched}`,
      },
      expect.objectContaining({
        id: `match-run:${matchRun.id}`,
        title: "Auto Match stopped after 1 of 2 deposits",
      }),
      expect.objectContaining({ id: `sync:${run.id}`, title: "Stripe sync failed" }),
    ]);
    const other = await seedFullLedger();
    const theirs = await ok("GET", "/jobs/failed/", await other.signIn());
    expect(theirs.failures.map(({ id }: { id: string }) => id)).toEqual([other.failureId]);
  });

  test("are cleared by a later successful sync", async () => {
    await failedSync(1);
    expect((await failed()).waiting).toBe(1);
    const run = await failedSync(2);
    await adminDb().syncRun.updateMany({ where: { id: run.id }, data: { state: "succeeded" } });
    expect((await failed()).waiting).toBe(0);
  });

  test("stay dismissed until the same work fails again", async () => {
    const posting = await failedPosting();
    await failedSync();
    const first = { failure_id: `posting:${posting.id}:1` };
    expect((await ok("POST", "/jobs/dismiss/", token, first)).message).toBe("Dismissed");
    expect((await failed()).failures.map(({ kind }: { kind: string }) => kind)).toEqual(["sync"]);
    expect((await call("POST", "/jobs/dismiss/", { token, body: first })).status).toBe(404);
    await adminDb().posting.updateMany({ where: { id: posting.id }, data: { attempts: 2 } });
    expect((await failed()).waiting).toBe(2);
    expect((await ok("POST", "/jobs/dismiss/", token, { all: true })).dismissed).toBe(2);
    expect((await failed()).waiting).toBe(0);
    // The deposit is still unposted.
    const row = await adminDb().posting.findFirst({ where: { id: posting.id } });
    expect(row?.state).toBe("failed");
  });
});

describe("a retry", () => {
  test("restarts the sync", async () => {
    const run = await failedSync();
    await retry({ failure_id: `sync:${run.id}` });
    const runs = await adminDb().syncRun.findMany({
      where: { companyId: mine.companyId, state: "queued" },
    });
    expect(runs).toMatchObject([{ integrationId: stripe, trigger: "manual" }]);
    expect((await failed()).waiting).toBe(0);
  });

  test("queues the posting", async () => {
    const posting = await failedPosting();
    await retry({ failure_id: `posting:${posting.id}:1` });
    const row = await adminDb().posting.findFirst({ where: { id: posting.id } });
    expect(row).toMatchObject({ state: "queued", errorCode: null });
  });

  test("continues a bulk Auto Match with the rest", async () => {
    const run = await failedRun();
    await retry({ failure_id: `match-run:${run.id}` });
    const next = await adminDb().matchRun.findFirst({
      where: { companyId: mine.companyId, state: "queued" },
    });
    expect(next?.depositIds).toEqual([mine.depositIds.pending]);
  });

  test("of all reports what could not be retried, and starts the others", async () => {
    await failedSync();
    await failedPosting();
    const { companyId, depositIds } = mine;
    await failedRun();
    // Another one is running: the rest of the failed one has to wait.
    await adminDb().matchRun.create({
      data: { companyId, depositIds: [depositIds.pending], createdAt: at(-5) },
    });
    const answer = await retry({ all: true });
    expect(answer).toMatchObject({ retried: 2, message: "Retrying 2, 1 couldn't be retried" });
    expect(answer.refused[0].message).toMatch(/^Auto Match is already running/);
    expect((await failed()).waiting).toBe(1);
  });

  test("of an unknown failure is refused", async () => {
    const body = { failure_id: `sync:${stripe}` };
    expect((await call("POST", "/jobs/retry/", { token, body })).status).toBe(404);
  });
});
