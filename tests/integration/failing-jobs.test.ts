import { afterAll, describe, expect, test, vi } from "vitest";
import { MOST_ATTEMPTS } from "@/server/failures/job-failures";
import { enqueue } from "@/server/jobs/enqueue";
import { sweep } from "@/server/jobs/sweep";
import { everything } from "../setup/everything";
import { type Running, startWorkers } from "../setup/worker";
import { eachWithFullBooks, failed, mine, retry, stripe } from "./failures/world";

eachWithFullBooks();

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
