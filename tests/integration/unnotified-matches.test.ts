import { beforeEach, expect, test } from "vitest";
import { runMatchRun } from "@/server/matches/bulk-match";
import { matchAllDeposits } from "@/server/matches/match-all-deposits";
import { systemContext } from "@/server/platform/company-id";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

let books: MatchingBooks;

beforeEach(async () => {
  books = await MatchingBooks.create();
});

async function sale(gross: number, customer: string): Promise<number> {
  await books.payment({ amount: gross, customer });
  return (await books.deposit([{ gross, customer }])).id;
}

const titles = async () => {
  const rows = await adminDb().notification.findMany({
    where: { companyId: books.companyId },
    orderBy: { title: "asc" },
  });
  return rows.map(({ title }) => title);
};

/** While `work` runs, no statement gets past `condition` on the table. */
async function stoppedAt(table: string, condition: string, work: () => Promise<void>) {
  const name = `stop_${table}`;
  await adminDb().$executeRawUnsafe(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF ${condition} THEN RAISE EXCEPTION 'the process is lost'; END IF;
      RETURN NEW;
    END $$`);
  await adminDb().$executeRawUnsafe(
    `CREATE TRIGGER ${name} BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
  );
  try {
    await work();
  } finally {
    await adminDb().$executeRawUnsafe(`DROP TRIGGER ${name} ON ${table}`);
    await adminDb().$executeRawUnsafe(`DROP FUNCTION ${name}`);
  }
}

test("what a lost run over all deposits has matched is notified by the next one, once", async () => {
  const ctx = systemContext(books.companyId);
  const ids = [await sale(47_110, "Ada Byron Limited"), await sale(51_230, "Blue Harbor")];
  await stoppedAt("companies", "NEW.matched_at IS DISTINCT FROM OLD.matched_at", async () => {
    await expect(matchAllDeposits(ctx, { begun: new Date().toISOString() })).rejects.toThrow(
      "the process is lost",
    );
  });
  for (const id of ids) expect(await books.statusOf(id)).toBe("matched");
  expect(await titles()).toEqual([]);

  const late = await sale(63_370, "Clara Stone");
  expect(await matchAllDeposits(ctx)).toMatchObject({ matched: 1, pending: 0 });
  expect(await books.statusOf(late)).toBe("matched");
  expect(await titles()).toEqual(["3 deposits matched"]);
  expect(await matchAllDeposits(ctx)).toMatchObject({ matched: 0 });
  expect(await titles()).toEqual(["3 deposits matched"]);
  const { unnotified } = await adminDb().company.findUniqueOrThrow({
    where: { id: books.companyId },
  });
  expect(unnotified).toBeNull();
});

test("what was undone before the next run is not reported as matched", async () => {
  const ctx = systemContext(books.companyId);
  const undone = await sale(47_110, "Ada Byron Limited");
  await sale(51_230, "Blue Harbor");
  await stoppedAt("companies", "NEW.matched_at IS DISTINCT FROM OLD.matched_at", async () => {
    await expect(matchAllDeposits(ctx, { begun: new Date().toISOString() })).rejects.toThrow(
      "the process is lost",
    );
  });
  await ok("POST", "/qb/undo/", books.token, { deposit_id: undone });
  await matchAllDeposits(ctx);
  const [matched] = await titles();
  expect(matched).toBe("1 deposit matched");
});

/** Two steps, and the second one can't be stored. */
const STUCK = "NEW.done > 50 AND NEW.state = 'running'";

async function startBulkRun(): Promise<string> {
  const ids = await Promise.all(
    Array.from({ length: 51 }, (_, index) => {
      const customer = `Customer ${String.fromCharCode(65 + (index % 26))}${index} Limited`;
      return sale(10_000 + index * 1_370, customer);
    }),
  );
  const { run } = await ok("POST", "/qb/auto-match-runs/", books.token, { deposit_ids: ids });
  return run.id;
}

const latest = async () => (await ok("GET", "/qb/auto-match-runs/", books.token)).run;

test("a bulk run that fails notifies about what it has matched", async () => {
  const id = await startBulkRun();
  await stoppedAt("match_runs", STUCK, () => runMatchRun(systemContext(books.companyId), id));
  const { state, done, matched } = await latest();
  expect([state, done]).toEqual(["failed", 50]);
  expect(matched).toBeGreaterThan(1);
  expect(await titles()).toEqual([`${matched} deposits matched`]);
});

test("a bulk run that is canceled notifies about what it has matched", async () => {
  const id = await startBulkRun();
  // Its worker is lost after the first step: it can't even write that it failed.
  const lost = `${STUCK} OR NEW.state = 'failed'`;
  await stoppedAt("match_runs", lost, async () => {
    await expect(runMatchRun(systemContext(books.companyId), id)).rejects.toThrow("lost");
  });
  expect(await titles()).toEqual([]);
  await ok("POST", "/qb/auto-match-runs/cancel/", books.token, { match_run_id: id });
  const { state, matched } = await latest();
  expect(state).toBe("cancelled");
  expect(await titles()).toEqual([`${matched} deposits matched`]);
});
