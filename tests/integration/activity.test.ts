import { beforeEach, expect, test } from "vitest";
import { matchAllDeposits } from "@/server/matches/match-all-deposits";
import { systemContext } from "@/server/platform/company-id";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

let books: MatchingBooks;
const CUSTOMERS = ["Ada Byron Limited", "Blue Harbor", "Clara Stone", "Dune Optics"];

beforeEach(async () => {
  books = await MatchingBooks.create();
  await adminDb().companySettings.update({
    where: { companyId: books.companyId },
    data: { autoPost: false },
  });
  const { companyId } = books;
  await adminDb().integration.updateMany({
    where: { companyId, provider: "quickbooks" },
    data: { settings: { bankId: "35", bankName: "Checking", bankCurrency: "USD" } },
  });
  await adminDb().integration.updateMany({
    where: { companyId, provider: "stripe" },
    data: { settings: { categoryId: "60", categoryName: "Fees" } },
  });
});

async function matched(): Promise<number[]> {
  const ids: number[] = [];
  for (const [index, customer] of CUSTOMERS.entries()) {
    const gross = 47_110 + index * 4_130;
    await books.payment({ amount: gross, customer });
    ids.push((await books.deposit([{ gross, customer }])).id);
  }
  await matchAllDeposits(systemContext(books.companyId));
  return ids;
}

/** As a worker that has created the Deposit, or found one that someone had made. */
async function pretendPosted(depositId: number, adopted = false): Promise<void> {
  const posted = { state: "posted", adopted, quickbooksDepositId: `d-${depositId}` } as const;
  await adminDb().posting.updateMany({
    where: { depositId, NOT: { state: "undone" } },
    data: { ...posted, postedAt: new Date() },
  });
  await adminDb().deposit.updateMany({
    where: { id: depositId },
    data: { status: "posted", quickbooksId: `d-${depositId}` },
  });
}

const activity = (after = "", token = books.token) =>
  ok("GET", `/qb/activity/${after && `?after=${after}`}`, token);

test("a run says what it did, who, and what of it can be deleted, undone, or stays", async () => {
  const ids = await matched();
  const [first = 0, second = 0, third = 0, fourth = 0] = ids;
  expect((await activity()).runs).toMatchObject([
    { kind: "matched", who: "", deposits: 4, unposted: ids, underway: 0, created: { banks: [] } },
  ]);
  const { revision } = await ok("GET", "/qb/posting-review/", books.token);
  await ok("POST", "/qb/post-ready/", books.token, { revision });
  expect((await activity()).runs[0]).toMatchObject({ kind: "posted", underway: 4 });

  await pretendPosted(first);
  await pretendPosted(second);
  await pretendPosted(third, true);
  await adminDb().posting.updateMany({
    where: { depositId: fourth },
    data: { state: "blocked", message: "No account" },
  });
  await adminDb().integration.updateMany({
    where: { companyId: books.companyId, provider: "quickbooks" },
    data: {
      companyFacts: {
        ...{ country: "US", multicurrency: false, closedUntil: "2026-03-31" },
        ...{ tracksClasses: false, tracksLocations: false },
      },
    },
  });
  const { username } = await adminDb().user.findUniqueOrThrow({ where: { id: books.userId } });
  const { runs, next, closed_until } = await activity();
  expect([next, closed_until]).toEqual([null, "2026-03-31"]);
  expect(runs[0]).toMatchObject({
    ...{ kind: "posted", who: username, deposits: 4, linked: 1, underway: 0, undone: 0 },
    totals: [{ currency: "USD", amount: "2132.20" }],
    unposted: [fourth],
    created: {
      ...{ deposit_ids: [first, second], from: "2026-03-05", to: "2026-03-05", closed: 2 },
      totals: [{ currency: "USD", amount: "983.50" }],
    },
  });
  expect(runs[1]).toMatchObject({ kind: "matched", linked: 1, unposted: [fourth] });

  const other = await MatchingBooks.create();
  expect(await activity("", other.token)).toEqual({ runs: [], next: null, closed_until: null });
});

test("an undo does what its button said, or nothing", async () => {
  const [first = 0, second = 0, third = 0] = await matched();
  await pretendPosted(second);
  await pretendPosted(third, true);
  const undo = (deposit_id: number, effect: string) =>
    call("POST", "/qb/undo/", { token: books.token, body: { deposit_id, effect } });
  for (const [id, effect, words] of [
    [first, "delete", "is no longer in QuickBooks"],
    [second, "undo", "is in QuickBooks by now"],
    [second, "unlink", "is in QuickBooks by now"],
    [third, "delete", "is linked to a QuickBooks Deposit by now"],
  ] as const) {
    const { status, body } = await undo(id, effect);
    expect([status, body.message]).toEqual([409, expect.stringContaining(words)]);
  }
  expect((await undo(first, "undo")).status).toBe(200);
  expect((await undo(third, "unlink")).status).toBe(200);
  expect((await activity()).runs[0]).toMatchObject({ undone: 2 });
});

test("older runs follow page by page, each once", async () => {
  const { companyId } = books;
  const { id: depositId } = await books.deposit([{ gross: 10_00 }]);
  // Several at one moment: the order is that of their ids.
  for (let index = 0; index < 45; index += 1) {
    const run = await adminDb().postingRun.create({
      data: { companyId, createdAt: new Date(Date.UTC(2026, 4, 1, 0, Math.floor(index / 4))) },
    });
    await adminDb().posting.create({
      data: { companyId, depositId, state: "undone", undoneAt: new Date(), postingRunId: run.id },
    });
  }
  const seen: string[] = [];
  let page = await activity();
  const sizes = [page.runs.length];
  for (;;) {
    seen.push(...page.runs.map(({ id }: { id: string }) => id));
    if (page.next === null) break;
    page = await activity(page.next);
    sizes.push(page.runs.length);
  }
  expect(sizes).toEqual([20, 20, 5]);
  expect(new Set(seen).size).toBe(45);
  expect((await call("GET", "/qb/activity/?after=yesterday", { token: books.token })).status).toBe(
    400,
  );
});
