import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Sandbox, startSandbox } from "@/sandbox/start";
import { closeDb } from "@/server/db";
import { MOST_ATTEMPTS } from "@/server/failures/job-failures";
import { enqueue } from "@/server/jobs/enqueue";
import { stopQueue } from "@/server/jobs/queue";
import { sweep } from "@/server/jobs/sweep";
import { call, ok } from "../setup/client";
import { everything } from "../setup/everything";
import { type FullBooks, plantFullBooks } from "../setup/full-books";
import { type Running, startWorkers } from "../setup/worker";

let sandbox: Sandbox;
let mine: FullBooks;
let token: string;
let stripe: string;

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

const failed = () => ok("GET", "/jobs/failed/", token);
const retry = (body: object) => ok("POST", "/jobs/retry/", token, body);
const at = (minute: number) => new Date(Date.UTC(2026, 10, 2, 9, minute));

function failedSync(minute = 0) {
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

async function failedPosting(minute = 0) {
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

const failedRun = (minute = 0) =>
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

describe("what gave up", () => {
  test("is told in words, newest first, and to nobody else", async () => {
    const run = await failedSync(1);
    const posting = await failedPosting(3);
    const matchRun = await failedRun(2);
    const { failures, waiting } = await failed();
    expect(waiting).toBe(3);
    expect(failures).toEqual([
      {
        id: `posting:${posting.id}:1`,
        kind: "posting",
        title: `Deposit ${mine.depositIds.matched} could not be posted`,
        reason: "QuickBooks refused the request (code 6210).",
        code: "6210",
        attempts: 1,
        failed_at: at(3).toISOString(),
        link: `/transaction/${mine.depositIds.matched}`,
      },
      expect.objectContaining({
        id: `match-run:${matchRun.id}`,
        title: "Auto Match stopped after 1 of 2 deposits",
      }),
      expect.objectContaining({ id: `sync:${run.id}`, title: "Stripe could not be synced" }),
    ]);
    const other = await plantFullBooks();
    const theirs = await ok("GET", "/jobs/failed/", await other.signIn());
    expect(theirs.failures.map(({ id }: { id: string }) => id)).toEqual([other.failureId]);
  });

  test("is mended by a sync that worked since", async () => {
    await failedSync(1);
    expect((await failed()).waiting).toBe(1);
    const run = await failedSync(2);
    await everything().syncRun.updateMany({ where: { id: run.id }, data: { state: "succeeded" } });
    expect((await failed()).waiting).toBe(0);
  });

  test("is dismissed for good, until the same work fails again", async () => {
    const posting = await failedPosting();
    await failedSync();
    const first = { failure_id: `posting:${posting.id}:1` };
    expect((await ok("POST", "/jobs/dismiss/", token, first)).message).toBe("Dismissed");
    expect((await failed()).failures.map(({ kind }: { kind: string }) => kind)).toEqual(["sync"]);
    expect((await call("POST", "/jobs/dismiss/", { token, body: first })).status).toBe(404);
    await everything().posting.updateMany({ where: { id: posting.id }, data: { attempts: 2 } });
    expect((await failed()).waiting).toBe(2);
    expect((await ok("POST", "/jobs/dismiss/", token, { all: true })).dismissed).toBe(2);
    expect((await failed()).waiting).toBe(0);
    // The deposit is as unposted as before.
    const row = await everything().posting.findFirst({ where: { id: posting.id } });
    expect(row?.state).toBe("failed");
  });
});

describe("a retry", () => {
  test("begins the sync anew", async () => {
    const run = await failedSync();
    await retry({ failure_id: `sync:${run.id}` });
    const runs = await everything().syncRun.findMany({
      where: { companyId: mine.companyId, state: "queued" },
    });
    expect(runs).toMatchObject([{ integrationId: stripe, trigger: "manual" }]);
    expect((await failed()).waiting).toBe(0);
  });

  test("queues the posting", async () => {
    const posting = await failedPosting();
    await retry({ failure_id: `posting:${posting.id}:1` });
    const row = await everything().posting.findFirst({ where: { id: posting.id } });
    expect(row).toMatchObject({ state: "queued", errorCode: null });
  });

  test("goes on with the rest of a bulk Auto Match", async () => {
    const run = await failedRun();
    await retry({ failure_id: `match-run:${run.id}` });
    const next = await everything().matchRun.findFirst({
      where: { companyId: mine.companyId, state: "queued" },
    });
    expect(next?.depositIds).toEqual([mine.depositIds.pending]);
  });

  test("of all says what could not be, and begins the others", async () => {
    await failedSync();
    await failedPosting();
    const { companyId, depositIds } = mine;
    await failedRun();
    // Another is under way meanwhile: the rest of the failed one has to wait.
    await everything().matchRun.create({
      data: { companyId, depositIds: [depositIds.pending], createdAt: at(-5) },
    });
    const answer = await retry({ all: true });
    expect(answer).toMatchObject({ retried: 2, message: "2 are tried again, 1 could not be" });
    expect(answer.refused[0].message).toMatch(/^Auto Match is running already/);
    expect((await failed()).waiting).toBe(1);
  });

  test("of what is not there is refused", async () => {
    const body = { failure_id: `sync:${stripe}` };
    expect((await call("POST", "/jobs/retry/", { token, body })).status).toBe(404);
  });
});

describe("a job that fails each time", () => {
  let workers: Running | undefined;
  afterAll(() => workers?.stop());

  /** Makes the database refuse what the job has to write, for this company alone. */
  async function breakWrites(table: string, condition: string): Promise<() => Promise<void>> {
    const name = `broken_${table}`;
    await everything().$executeRawUnsafe(`CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger
      LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$`);
    await everything().$executeRawUnsafe(`CREATE TRIGGER ${name} BEFORE UPDATE ON ${table}
      FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${name}()`);
    return async () => {
      await everything().$executeRawUnsafe(`DROP TRIGGER ${name} ON ${table}`);
    };
  }

  const accountOf = (job: string) =>
    everything().jobFailure.findFirst({ where: { companyId: mine.companyId, job } });

  /** As if the pauses were over, again and again, until it is given up. */
  async function letPausesPass(job: string, isOver: () => Promise<boolean>): Promise<number[]> {
    const pauses: number[] = [];
    for (let attempts = 1; ; ) {
      await vi.waitFor(
        async () => {
          const account = await accountOf(job);
          // The worker's own sweep may have been faster.
          expect((account?.attempts ?? 0) >= attempts || (await isOver())).toBe(true);
        },
        { timeout: 20_000, interval: 100 },
      );
      if (await isOver()) return pauses;
      const account = await accountOf(job);
      pauses.push((account?.nextAttemptAt.getTime() ?? 0) - (account?.failedAt.getTime() ?? 0));
      attempts = (account?.attempts ?? 0) + 1;
      await everything().jobFailure.updateMany({
        where: { companyId: mine.companyId, job },
        data: { nextAttemptAt: new Date(Date.now() - 1_000) },
      });
      await sweep();
    }
  }

  async function queued(job: string): Promise<number> {
    const [row] = await everything().$queryRawUnsafe<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM pgboss.job WHERE name = $1 AND singleton_key LIKE $2`,
      job,
      `%${mine.companyId}%`,
    );
    return row?.n ?? 0;
  }

  test("comes again after ever longer pauses, is parked, and goes on when it is retried", async () => {
    workers ??= await startWorkers();
    const { companyId } = mine;
    await everything().companySettings.updateMany({
      where: { companyId },
      data: { autoMatch: false },
    });
    const mend = await breakWrites(
      "companies",
      `NEW.id = '${companyId}' AND NEW.matched_at IS DISTINCT FROM OLD.matched_at`,
    );
    await everything().$executeRaw`
      UPDATE companies SET match_requested_at = now() WHERE id = ${companyId}::uuid`;
    await enqueue("auto-match", { companyId: mine.companyId as never });
    const isDead = async () => (await accountOf("auto-match"))?.deadAt != null;
    const pauses = await letPausesPass("auto-match", isDead);
    expect(pauses.length).toBeLessThan(MOST_ATTEMPTS);
    expect(pauses.at(-1)).toBeGreaterThan(4 * (pauses[0] ?? 0));

    expect((await accountOf("auto-match"))?.attempts).toBeGreaterThanOrEqual(MOST_ATTEMPTS);

    const before = await queued("auto-match");
    await sweep();
    await sweep();
    expect(await queued("auto-match")).toBe(before);
    const { failures } = await failed();
    expect(failures).toMatchObject([{ kind: "job", title: "Auto Match after a sync stopped" }]);
    const told = await everything().notification.findMany({ where: { companyId } });
    expect(told.map(({ title, link }) => [title, link])).toContainEqual([
      "Auto Match after a sync stopped",
      "/integrations",
    ]);

    await mend();
    await retry({ failure_id: failures[0].id });
    await sweep();
    await vi.waitFor(
      async () => {
        const company = await everything().company.findUniqueOrThrow({ where: { id: companyId } });
        expect(company.matchedAt).not.toBeNull();
      },
      { timeout: 20_000 },
    );
    expect((await failed()).waiting).toBe(0);
  }, 90_000);

  test("with a row of its own ends with that row, which can be retried", async () => {
    workers ??= await startWorkers();
    const { companyId } = mine;
    const mend = await breakWrites(
      "sync_runs",
      `NEW.company_id = '${companyId}' AND NEW.state = 'running'`,
    );
    const run = await everything().syncRun.create({
      data: { companyId, integrationId: stripe, trigger: "manual" },
    });
    const row = () => everything().syncRun.findFirstOrThrow({ where: { id: run.id } });
    await sweep();
    await letPausesPass("sync", async () => (await row()).state === "failed");
    await mend();
    expect(await accountOf("sync")).toBeNull();
    expect((await failed()).failures).toMatchObject([
      { id: `sync:${run.id}`, reason: expect.stringContaining("error on our side") },
    ]);
  }, 90_000);
});
