import { beforeEach, expect, test } from "vitest";
import type { listActivity } from "@/lib/contracts/activity";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import { matchAllDeposits } from "@/server/matches/match-all-deposits";
import { systemContext } from "@/server/platform/company-id";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

const CUSTOMERS = ["Ada Byron Limited", "Blue Harbor", "Clara Stone", "Dune Optics"];

let books: MatchingBooks;
let sold = 0;

beforeEach(async () => {
  books = await MatchingBooks.create();
  sold = 0;
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

/** Deposits that are matched and wait to be posted. */
async function ready(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (const customer of CUSTOMERS.slice(sold, sold + count)) {
    const gross = 47_110 + sold * 4_130;
    sold += 1;
    await books.payment({ amount: gross, customer });
    ids.push((await books.deposit([{ gross, customer }])).id);
  }
  await matchAllDeposits(systemContext(books.companyId));
  return ids;
}

async function postAll(): Promise<number[]> {
  const { revision } = await ok("GET", "/qb/posting-review/", books.token);
  return (await ok("POST", "/qb/post-ready/", books.token, { revision })).deposit_ids;
}

/** Each Post all with its deposits that aren't undone; without those of which nothing is left. */
async function runs(token = books.token) {
  const activity: ResponseOf<typeof listActivity> = await ok("GET", "/qb/activity/", token);
  return activity.runs
    .filter(({ kind }) => kind === "posted")
    .map(({ id, deposits, created, unposted }) => ({
      ...{ id, deposits },
      deposit_ids: [...created.deposit_ids, ...unposted],
    }))
    .filter(({ deposit_ids }) => deposit_ids.length > 0);
}
const undo = (deposit_id: number) => ok("POST", "/qb/undo/", books.token, { deposit_id });

test("a Post all is known to every session of the company, with what isn't undone yet", async () => {
  const ids = await ready(3);
  expect(await runs()).toEqual([]);
  expect(await postAll()).toEqual(ids);
  const [run, ...more] = await runs();
  expect(more).toEqual([]);
  expect(run).toMatchObject({ deposits: 3, deposit_ids: ids });

  const other = await MatchingBooks.create();
  expect(await runs(other.token)).toEqual([]);
  const { companyId } = books;
  await adminDb().membership.create({
    data: { companyId, userId: other.userId, role: "viewer" },
  });
  await adminDb().session.updateMany({ where: { userId: other.userId }, data: { companyId } });
  expect(await runs(other.token)).toEqual([run]);

  // Half of it was undone when the page was closed: the rest is still there.
  await undo(ids[0] ?? 0);
  expect(await runs()).toMatchObject([{ id: run?.id, deposits: 3, deposit_ids: ids.slice(1) }]);
  for (const id of ids.slice(1)) await undo(id);
  expect(await runs()).toEqual([]);
});

test("what is matched and posted anew belongs to the later run, what is posted alone to none", async () => {
  const [first = 0, second = 0] = await ready(2);
  await postAll();
  await undo(first);
  await ready(1);
  await ok("POST", "/qb/confirm-match/", books.token, { deposit_id: first });
  const [alone] = await adminDb().posting.findMany({
    where: { companyId: books.companyId, state: "held", NOT: { depositId: first } },
  });
  await ok("POST", "/qb/post-deposit/", books.token, { deposit_id: alone?.depositId });
  expect(await postAll()).toEqual([first]);
  expect(await runs()).toMatchObject([
    { deposits: 1, deposit_ids: [first] },
    { deposits: 2, deposit_ids: [second] },
  ]);
});

test("one that is refused because something else is ready leaves no run", async () => {
  await ready(1);
  const { revision } = await ok("GET", "/qb/posting-review/", books.token);
  await ready(1);
  const refused = await call("POST", "/qb/post-ready/", {
    token: books.token,
    body: { revision },
  });
  expect(refused.status).toBe(409);
  expect(await adminDb().postingRun.count({ where: { companyId: books.companyId } })).toBe(0);
});
