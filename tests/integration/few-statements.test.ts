import { beforeEach, expect, test } from "vitest";
import { runMatchRun } from "@/server/matches/bulk-match";
import { matchAllDeposits } from "@/server/matches/match-all-deposits";
import { systemContext } from "@/server/platform/company-id";
import { db } from "@/server/platform/db";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";
import { isFrame, takeStatements } from "../support/sent-statements";

let books: MatchingBooks;

beforeEach(async () => {
  books = await MatchingBooks.create();
});

/** Deposits of one charge each. @returns their ids. */
function sales(count: number, hasPayment: (index: number) => boolean): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const customer = `Customer ${String.fromCharCode(65 + (index % 26))}${index} Limited`;
      const gross = 10_000 + index * 137;
      if (hasPayment(index)) await books.payment({ amount: gross, customer });
      return (await books.deposit([{ gross, fee: 320, customer }])).id;
    }),
  );
}

/** How many statements the work sends, besides those that begin and end transactions. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  takeStatements();
  await work();
  return takeStatements().filter((text) => !isFrame(text)).length;
}

/**
 * Counts until it is at most `most`, in books of its own each time: while a transaction of another test runs, the last
 * changes of the books are read twice.
 */
async function expectAtMost(most: number, count: () => Promise<number>): Promise<void> {
  const counts: number[] = [];
  while (counts.length < 3 && !counts.some((each) => each <= most)) {
    books = await MatchingBooks.create();
    counts.push(await count());
  }
  expect(Math.min(...counts)).toBeLessThanOrEqual(most);
}

async function bulkRun(ids: number[]) {
  const { run } = await ok("POST", "/qb/auto-match-runs/", books.token, { deposit_ids: ids });
  const count = await statementsOf(() => runMatchRun(systemContext(books.companyId), run.id));
  return { count, run: await adminDb().matchRun.findFirstOrThrow({ where: { id: run.id } }) };
}

test("a bulk run over 50 deposits takes few statements", () =>
  expectAtMost(30, async () => {
    const { count, run } = await bulkRun(await sales(50, () => true));
    expect(run).toMatchObject({ state: "succeeded", done: 50, matched: 50 });
    expect(await adminDb().posting.count({ where: { runId: run.id, state: "queued" } })).toBe(50);
    return count;
  }));

test("so does one that leaves charges open and says why", () =>
  expectAtMost(40, async () => {
    const { count, run } = await bulkRun(await sales(50, (index) => index % 10 !== 9));
    expect(run).toMatchObject({ state: "succeeded", done: 50, matched: 45, pending: 5 });
    return count;
  }));

test("an automatic run takes no more for 50 deposits than for five", async () => {
  const run = () => matchAllDeposits(systemContext(books.companyId));
  await sales(5, (index) => index !== 3);
  const few = await statementsOf(run);
  await expectAtMost(few, async () => {
    await sales(50, (index) => index % 10 !== 9);
    return statementsOf(run);
  });
});

test("a decision about one deposit takes few", () =>
  expectAtMost(29, async () => {
    const [first, second] = await sales(5, () => true);
    const match = (id?: number) => ok("POST", "/qb/auto-match/", books.token, { deposit_id: id });
    await match(first);
    return statementsOf(() => match(second));
  }));

test("a transaction without a statement sends none, and its connection goes on", async () => {
  const scope = { companyId: systemContext(books.companyId).companyId };
  takeStatements();
  await db(scope).$transaction(async () => undefined);
  await expect(db(scope).$transaction(() => Promise.reject(new Error("given up")))).rejects.toThrow(
    "given up",
  );
  expect(takeStatements()).toEqual([]);
  expect(await db(scope).deposit.count()).toBe(0);
});

test("a single read is a transaction of its own that can't write", async () => {
  const scope = { companyId: systemContext(books.companyId).companyId };
  takeStatements();
  await db(scope).deposit.count();
  const [begin, ...others] = takeStatements();
  expect(begin).toMatch(/^BEGIN READ ONLY; /);
  expect(others.map((text) => text.split(" ")[0])).toEqual(["SELECT", "COMMIT"]);
});
