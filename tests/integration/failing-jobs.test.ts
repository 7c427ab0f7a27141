import { setTimeout } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { MAX_ATTEMPTS } from "@/server/platform/queue/definitions";
import { enqueue } from "@/server/platform/queue/enqueue";
import { sweep } from "@/server/worker/sweep";
import { handleDeadLetter } from "@/server/worker/worker";
import { adminDb } from "../support/admin-db";
import { eventually } from "../support/eventually";
import { type Running, startWorkers } from "../support/worker";
import { eachWithFullBooks, failed, mine, retry, stripe } from "./failures/world";

// The pauses themselves are tested here.
process.env.CLOCK_RATE = "1";

eachWithFullBooks();

describe("a job that always fails", () => {
  let workers: Running | undefined;
  afterAll(() => workers?.stop());

  /** Makes the database refuse this company's write in the job. */
  async function breakWrites(table: string, condition: string): Promise<() => Promise<void>> {
    const name = `broken_${table}`;
    await adminDb().$executeRawUnsafe(`CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger
      LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$`);
    await adminDb().$executeRawUnsafe(`CREATE TRIGGER ${name} BEFORE UPDATE ON ${table}
      FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION ${name}()`);
    return async () => {
      await adminDb().$executeRawUnsafe(`DROP TRIGGER ${name} ON ${table}`);
    };
  }

  const accountOf = (job: string) =>
    adminDb().jobFailure.findFirst({ where: { companyId: mine.companyId, job } });

  interface Retry {
    id: string;
    attempts: number;
    pause: number;
  }

  /** The company's jobs that wait for their next attempt, with the pause in seconds. */
  const retriesOf = (job: string) =>
    adminDb().$queryRaw<Retry[]>`
      SELECT id, retry_count + 1 AS attempts,
        extract(epoch FROM start_after - started_on)::float8 AS pause
      FROM pgboss.job WHERE name = ${job} AND state = 'retry'
        AND data ->> 'companyId' = ${mine.companyId} ORDER BY retry_count DESC`;

  /**
   * Skips each pause until the job has failed; the sweep requeues nothing meanwhile.
   * @returns the pauses in seconds, by attempt.
   */
  async function skipPauses(job: string, isOver: () => Promise<boolean>): Promise<number[]> {
    const pauses: number[] = [];
    while (!(await isOver())) {
      const [waiting] = await retriesOf(job);
      if (!waiting) {
        await setTimeout(50);
        continue;
      }
      pauses[waiting.attempts - 1] = waiting.pause;
      const before = await queued(job);
      await sweep();
      expect(await queued(job)).toBe(before);
      await adminDb().$executeRaw`
        UPDATE pgboss.job SET start_after = now() - interval '1 second'
        WHERE name = ${job} AND id = ${waiting.id}::uuid AND state = 'retry'`;
      await eventually(async () => {
        const left = (await retriesOf(job)).filter(({ id }) => id === waiting.id);
        expect(left.every(({ attempts }) => attempts > waiting.attempts)).toBe(true);
      });
    }
    return pauses;
  }

  async function queued(job: string): Promise<number> {
    const [row] = await adminDb().$queryRawUnsafe<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM pgboss.job WHERE name = $1 AND singleton_key LIKE $2`,
      job,
      `%${mine.companyId}%`,
    );
    return row?.n ?? 0;
  }

  test("is retried after growing pauses, fails, and continues when retried by hand", async () => {
    workers ??= await startWorkers();
    const { companyId } = mine;
    await adminDb().companySettings.updateMany({
      where: { companyId },
      data: { autoMatch: false },
    });
    const restore = await breakWrites(
      "companies",
      `NEW.id = '${companyId}' AND NEW.matched_at IS DISTINCT FROM OLD.matched_at`,
    );
    await adminDb().$executeRaw`
      UPDATE companies SET match_requested_at = now() WHERE id = ${companyId}::uuid`;
    await enqueue("auto-match", { companyId: mine.companyId as never });
    const isDead = async () => (await accountOf("auto-match")) !== null;
    const pauses = await skipPauses("auto-match", isDead);
    expect(pauses).toHaveLength(MAX_ATTEMPTS - 1);
    expect(pauses.at(-1)).toBeGreaterThan(4 * (pauses[0] ?? 0));

    const before = await queued("auto-match");
    await sweep();
    await sweep();
    expect(await queued("auto-match")).toBe(before);
    const { failures } = await failed();
    const title = "Auto Match failed after a sync";
    expect(failures).toMatchObject([{ kind: "job", title, attempts: MAX_ATTEMPTS }]);
    const notified = await adminDb().notification.findMany({ where: { companyId } });
    expect(notified.map(({ title, link }) => [title, link])).toContainEqual([
      "Auto Match failed after a sync",
      "/integrations",
    ]);

    await restore();
    await retry({ failure_id: failures[0].id });
    await sweep();
    await eventually(async () => {
      const company = await adminDb().company.findUniqueOrThrow({ where: { id: companyId } });
      expect(company.matchedAt).not.toBeNull();
    });
    expect((await failed()).waiting).toBe(0);
  });

  test("with a row of its own fails with that row, which can be retried", async () => {
    workers ??= await startWorkers();
    const { companyId } = mine;
    const restore = await breakWrites(
      "sync_runs",
      `NEW.company_id = '${companyId}' AND NEW.state = 'running'`,
    );
    const run = await adminDb().syncRun.create({
      data: { companyId, integrationId: stripe, trigger: "manual" },
    });
    const row = () => adminDb().syncRun.findFirstOrThrow({ where: { id: run.id } });
    await sweep();
    await skipPauses("sync", async () => (await row()).state === "failed");
    await restore();
    expect(await accountOf("sync")).toBeNull();
    expect((await failed()).failures).toMatchObject([
      { id: `sync:${run.id}`, reason: expect.stringContaining("problem on our side") },
    ]);
  });

  test("does not fail when a stop or the time limit ended its last attempt", async () => {
    const data = { job: "auto-match", companyId: mine.companyId };
    await handleDeadLetter({ data, output: { value: "pg-boss shut down while active" } });
    expect(await accountOf("auto-match")).toBeNull();
    await handleDeadLetter({ data, output: { errorCode: "internal" } });
    await handleDeadLetter({ data, output: { errorCode: "internal" } });
    expect(await accountOf("auto-match")).toMatchObject({ errorCode: "internal" });
    const { failures } = await failed();
    expect(failures).toMatchObject([{ kind: "job", code: "internal", attempts: MAX_ATTEMPTS }]);
    const where = { companyId: mine.companyId, title: "Auto Match failed after a sync" };
    expect(await adminDb().notification.count({ where })).toBe(1);
  });

  test("isn't failed by a second copy of it that failed before the user's Retry", async () => {
    const data = { job: "auto-match", companyId: mine.companyId };
    const letter = { data, output: { errorCode: "internal" }, createdOn: new Date() };
    await handleDeadLetter(letter);
    const { failures } = await failed();
    await retry({ failure_id: failures[0].id });
    await handleDeadLetter(letter);
    expect(await accountOf("auto-match")).toBeNull();
    await handleDeadLetter({ ...letter, createdOn: new Date(Date.now() + 1_000) });
    expect(await accountOf("auto-match")).not.toBeNull();
  });
});
