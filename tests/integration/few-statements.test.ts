import { beforeEach, expect, test } from "vitest";
import { runMatchRun } from "@/server/matches/bulk-match";
import { matchAllDeposits } from "@/server/matches/match-all-deposits";
import { systemContext } from "@/server/platform/company-id";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";
import { isFrame, takeStatements } from "../support/sent-statements";

let books: MatchingBooks;
let ids: number[];

const DEPOSITS = 50;
/** Each tenth has a charge without a payment. */
const isOpen = (index: number) => index % 10 === 9;

beforeEach(async () => {
  books = await MatchingBooks.create();
  ids = [];
  for (let index = 0; index < DEPOSITS; index += 1) {
    const customer = `Customer ${String.fromCharCode(65 + (index % 26))}${index} Limited`;
    const gross = 10_000 + index * 137;
    const { id } = await books.deposit([{ gross, fee: 320, customer }]);
    ids.push(id);
    if (!isOpen(index)) await books.payment({ amount: gross, customer });
  }
});

/** @returns how many statements the work took, and how many of them besides those that frame transactions */
async function counted(work: () => Promise<unknown>) {
  takeStatements();
  await work();
  const all = takeStatements();
  if (process.env.SHOW)
    console.log(all.map((t) => t.replace(/\s+/g, " ").slice(0, 150)).join("\n"));
  return { all: all.length, work: all.filter((text) => !isFrame(text)).length };
}

test("a bulk run over 50 deposits", async () => {
  const { run } = await ok("POST", "/qb/auto-match-runs/", books.token, { deposit_ids: ids });
  const count = await counted(() => runMatchRun(systemContext(books.companyId), run.id));
  console.log("bulk", count);
  const done = await adminDb().matchRun.findFirstOrThrow({ where: { id: run.id } });
  expect(done).toMatchObject({ state: "succeeded", matched: 45, pending: 5 });
});

test("an auto-match of one deposit", async () => {
  const [id] = ids;
  const count = await counted(() => ok("POST", "/qb/auto-match/", books.token, { deposit_id: id }));
  const again = await counted(() =>
    ok("POST", "/qb/auto-match/", books.token, { deposit_id: ids[1] }),
  );
  console.log("auto", count, again);
});

test("an automatic run over 50 deposits", async () => {
  const count = await counted(() => matchAllDeposits(systemContext(books.companyId)));
  console.log("all", count);
});
