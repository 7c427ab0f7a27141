import { beforeEach, describe, expect, test } from "vitest";
import { runMatchRun } from "@/server/matches/bulk-match";
import { matchAllDeposits } from "@/server/matches/match-all-deposits";
import { systemContext } from "@/server/platform/company-id";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

let books: MatchingBooks;

beforeEach(async () => {
  books = await MatchingBooks.create();
  await adminDb().companySettings.update({
    where: { companyId: books.companyId },
    data: { autoPost: false },
  });
});

const CUSTOMERS = ["Ada Byron Limited", "Blue Harbor", "Clara Stone", "Dune Optics", "Elm & Sons"];

async function sale(index: number): Promise<number> {
  const gross = 47_110 + index * 4_130;
  const customer = `${CUSTOMERS[index % CUSTOMERS.length]}${index < CUSTOMERS.length ? "" : ` ${index}`}`;
  await books.payment({ amount: gross, customer });
  return (await books.deposit([{ gross, customer }])).id;
}

async function sales(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await sale(index));
  return ids;
}

const matchAll = () => matchAllDeposits(systemContext(books.companyId));
async function runs(token = books.token) {
  const { runs: all } = await ok("GET", "/qb/activity/", token);
  return all.filter(({ kind }: { kind: string }) => kind === "matched");
}
const undoRun = (id: string, token = books.token) =>
  ok("POST", "/qb/automatic-runs/undo/", token, { automatic_run_id: id });
const statuses = (ids: readonly number[]) => Promise.all(ids.map((id) => books.statusOf(id)));
const audit = (action: string) =>
  adminDb().auditEvent.findMany({
    where: { companyId: books.companyId, action },
    orderBy: { id: "asc" },
  });
const postingOf = (depositId: number) =>
  adminDb().posting.findFirstOrThrow({ where: { depositId, NOT: { state: "undone" } } });

/** As a worker that has created the Deposit. */
async function pretendPosted(depositId: number): Promise<void> {
  const { id } = await postingOf(depositId);
  await adminDb().posting.updateMany({
    where: { id },
    data: { state: "posted", quickbooksDepositId: `d-${depositId}`, postedAt: new Date() },
  });
  await adminDb().deposit.updateMany({
    where: { id: depositId },
    data: { status: "posted", quickbooksId: `d-${depositId}` },
  });
}

describe("a run over all deposits", () => {
  test("is listed with what has become of it, and undone as one", async () => {
    const ids = await sales(4);
    await matchAll();
    expect(await statuses(ids)).toEqual(ids.map(() => "matched"));
    const [run, ...more] = await runs();
    expect(more).toEqual([]);
    expect(run).toMatchObject({ deposits: 4, unposted: ids, undone: 0 });

    const answer = await undoRun(run.id);
    expect(answer).toEqual({
      message: "4 deposits are open again.",
      ...{ undone: 4, posted: 0, changed: 0 },
    });
    expect(await statuses(ids)).toEqual(ids.map(() => "pending"));
    expect(await runs()).toMatchObject([{ id: run.id, deposits: 4, unposted: [], undone: 4 }]);
    const undone = await audit("deposit.undone");
    expect(undone.map(({ entityId }) => Number(entityId)).sort()).toEqual([...ids].sort());
    expect(new Set(undone.map(({ userId }) => userId))).toEqual(new Set([books.userId]));
    expect(await audit("match_run.undone")).toMatchObject([
      { entityId: run.id, data: { deposits: 4 }, userId: books.userId },
    ]);
  });

  test("is not simply matched again: the next run suggests the same pairs", async () => {
    const ids = await sales(3);
    await matchAll();
    const [run] = await runs();
    await undoRun(run.id);
    await matchAll();
    expect(await statuses(ids)).toEqual(ids.map(() => "suggested"));
    await matchAll();
    expect(await statuses(ids)).toEqual(ids.map(() => "suggested"));
    expect((await runs()).length).toBe(1);
    for (const deposit_id of ids) {
      await ok("POST", "/qb/confirm-match/", books.token, { deposit_id });
    }
    // What a user confirmed is not of the run any more.
    expect(await undoRun(run.id)).toMatchObject({ undone: 0 });
    expect(await statuses(ids)).toEqual(ids.map(() => "matched"));
  });

  test("leaves what was posted, what may be in QuickBooks, and what a user changed", async () => {
    const ids = await sales(5);
    const [posted = 0, sending = 0, unknown = 0, changed = 0, left = 0] = ids;
    await matchAll();
    const [run] = await runs();
    await pretendPosted(posted);
    await adminDb().posting.updateMany({
      where: { depositId: sending },
      data: { state: "sending", heartbeatAt: new Date() },
    });
    await adminDb().posting.updateMany({
      where: { depositId: unknown },
      data: { state: "failed", outcomeUnknown: true, errorCode: "x", message: "x" },
    });
    await ok("POST", "/qb/undo/", books.token, { deposit_id: changed });
    await matchAll();
    await ok("POST", "/qb/confirm-match/", books.token, { deposit_id: changed });

    expect(await undoRun(run.id)).toEqual({
      message:
        "1 deposit is open again. 3 deposits stay, posted or on the way to QuickBooks. 1 deposit stays as changed since.",
      ...{ undone: 1, posted: 3, changed: 1 },
    });
    expect(await statuses([posted, sending, unknown, changed, left])).toEqual([
      ...["posted", "matched", "matched", "matched", "pending"],
    ]);
    expect(await audit("match_run.undone")).toMatchObject([{ data: { deposits: 1 } }]);
  });

  test("undoes nothing twice", async () => {
    const ids = await sales(2);
    await matchAll();
    const [run] = await runs();
    await undoRun(run.id);
    expect(await undoRun(run.id)).toEqual({
      message: "Nothing is left to undo.",
      ...{ undone: 0, posted: 0, changed: 0 },
    });
    expect(await audit("match_run.undone")).toHaveLength(1);
    expect(await audit("deposit.undone")).toHaveLength(ids.length);
  });

  test("of two at the same moment, together they undo it once", async () => {
    const ids = await sales(4);
    await matchAll();
    const [run] = await runs();
    const body = { automatic_run_id: run.id };
    const answers = await Promise.all(
      [1, 2, 3].map(() => call("POST", "/qb/automatic-runs/undo/", { token: books.token, body })),
    );
    const done = answers.filter(({ status }) => status === 200);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(done.reduce((sum, { body: { undone } }) => sum + undone, 0)).toBe(4);
    expect(await statuses(ids)).toEqual(ids.map(() => "pending"));
    expect(await audit("match_run.undone")).toHaveLength(1);
    expect(await audit("deposit.undone")).toHaveLength(4);
  });

  test("suggests again what users had chosen for single lines", async () => {
    const deposit = await books.deposit([
      { gross: 127_13, fee: 3_20, customer: "Ada Lovelace" },
      { gross: 64_50, fee: 2_17 },
    ]);
    const [, nameless] = deposit.lines;
    const known = await books.payment({ amount: 127_13, customer: "Ada Lovelace" });
    await books.payment({ amount: 64_50, customer: "Renée Stavros" });
    const chosen = await books.payment({ amount: 64_50, customer: "S. Rosenthal" });
    const settings = { where: { companyId: books.companyId } };
    await adminDb().companySettings.update({ ...settings, data: { autoMatch: false } });
    await ok("POST", "/qb/match-line/", books.token, {
      ...{ deposit_id: deposit.id, line_id: nameless?.id, payment_ids: [chosen.providerId] },
    });
    expect(await books.statusOf(deposit.id)).not.toBe("matched");
    await matchAll();
    expect(await books.matchedWith(deposit.id)).toEqual(
      [known.providerId, chosen.providerId].sort(),
    );
    const [run] = await runs();
    expect(await undoRun(run.id)).toMatchObject({ undone: 1 });
    expect(await books.statusOf(deposit.id)).toBe("suggested");
    const proposed = await adminDb().match.findMany({
      where: { depositId: deposit.id, state: "proposed" },
      orderBy: { origin: "asc" },
    });
    expect(proposed.map(({ origin }) => origin)).toEqual(["auto", "manual"]);
  });

  test("of hundreds is undone in batches, and goes on where a lost one stopped", async () => {
    const ids = await sales(230);
    await matchAll();
    const [run] = await runs();
    expect(run.deposits).toBeGreaterThan(200);
    await lostAtSecondBatch(run.id);
    const [half] = await runs();
    expect(half.undone).toBe(200);
    expect(await audit("match_run.undone")).toEqual([]);
    expect(await undoRun(run.id)).toMatchObject({ undone: run.deposits - 200, changed: 0 });
    const open = await adminDb().deposit.count({ where: { id: { in: ids }, status: "pending" } });
    expect(open).toBe(ids.length);
    expect(await audit("deposit.undone")).toHaveLength(run.deposits);
    expect(await audit("match_run.undone")).toMatchObject([{ data: { deposits: run.deposits } }]);
  });
});

/** The second batch of an undo can't be stored. */
async function lostAtSecondBatch(id: string): Promise<void> {
  await adminDb().$executeRawUnsafe(`CREATE FUNCTION lose_batch() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF OLD.undone > 0 THEN RAISE EXCEPTION 'the process is lost'; END IF;
      RETURN NEW;
    END $$`);
  await adminDb().$executeRawUnsafe(
    "CREATE TRIGGER lose_batch BEFORE UPDATE ON automatic_runs FOR EACH ROW EXECUTE FUNCTION lose_batch()",
  );
  try {
    const body = { automatic_run_id: id };
    const lost = await call("POST", "/qb/automatic-runs/undo/", { token: books.token, body });
    expect(lost.status).toBe(500);
  } finally {
    await adminDb().$executeRawUnsafe("DROP TRIGGER lose_batch ON automatic_runs");
    await adminDb().$executeRawUnsafe("DROP FUNCTION lose_batch");
  }
}

test("a bulk run is undone by its own id, and another run's matches stay", async () => {
  const [first = 0, second = 0, third = 0] = await sales(3);
  const { run } = await ok("POST", "/qb/auto-match-runs/", books.token, {
    deposit_ids: [first, second],
  });
  await runMatchRun(systemContext(books.companyId), run.id);
  await matchAll();
  expect(await statuses([first, second, third])).toEqual(["matched", "matched", "matched"]);
  expect(await runs()).toMatchObject([{ deposits: 1 }, { id: run.id, deposits: 2 }]);
  expect(await undoRun(run.id)).toMatchObject({ undone: 2 });
  expect(await statuses([first, second, third])).toEqual(["pending", "pending", "matched"]);
});

test("what a single deposit's Auto Match or a user decides belongs to no run", async () => {
  const [one = 0] = await sales(1);
  await ok("POST", "/qb/auto-match/", books.token, { deposit_id: one });
  expect(await books.statusOf(one)).toBe("matched");
  expect(await runs()).toEqual([]);
});

test("another member undoes it; a viewer sees it and may not; another company knows nothing", async () => {
  const ids = await sales(2);
  await matchAll();
  const [run] = await runs();
  const other = await MatchingBooks.create();
  const body = { automatic_run_id: run.id };
  const foreign = await call("POST", "/qb/automatic-runs/undo/", { token: other.token, body });
  expect(foreign.status).toBe(404);
  expect(await runs(other.token)).toEqual([]);

  const key = { companyId: books.companyId, userId: other.userId };
  await adminDb().membership.create({ data: { ...key, role: "viewer" } });
  await adminDb().session.updateMany({
    where: { userId: other.userId },
    data: { companyId: books.companyId },
  });
  expect(await runs(other.token)).toMatchObject([
    { id: run.id, unposted: [expect.any(Number), expect.any(Number)] },
  ]);
  const viewer = await call("POST", "/qb/automatic-runs/undo/", { token: other.token, body });
  expect(viewer.status).toBe(403);
  expect(await statuses(ids)).toEqual(["matched", "matched"]);

  await adminDb().membership.update({
    where: { companyId_userId: key },
    data: { role: "bookkeeper" },
  });
  expect(await undoRun(run.id, other.token)).toMatchObject({ undone: 2 });
  expect(await audit("match_run.undone")).toMatchObject([
    { userId: other.userId, role: "bookkeeper" },
  ]);
});
