import { beforeEach, expect, test } from "vitest";
import { matchAllDeposits } from "@/server/matches/match-all-deposits";
import { rematch, requestRematch } from "@/server/matches/rematch";
import { systemContext } from "@/server/platform/company-id";
import type { CompanyContext } from "@/server/platform/context";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { adminDb } from "../support/admin-db";
import { MatchingBooks } from "../support/matching-books";

const SALE = { gross: 4_711, customer: "Ada Byron Limited" };

let books: MatchingBooks;
let ctx: CompanyContext;
let id: number;

/** A deposit whose line the engine would match, once it's asked. */
beforeEach(async () => {
  books = await MatchingBooks.create();
  ctx = systemContext(books.companyId);
  ({ id } = await books.deposit([SALE]));
  await books.payment({ amount: SALE.gross, customer: SALE.customer });
});

/** As a verb does that stores a user's decision. */
const stored = () => withCompanyLock(ctx, (tx) => requestRematch(tx, ctx, [id]));

async function requestedAt(): Promise<string | null> {
  const [row] = await adminDb().$queryRaw<[{ at: string | null }]>`
    SELECT match_requested_at::text AS at FROM companies
    WHERE id = ${books.companyId}::uuid AND match_requested_at > coalesce(matched_at, '-infinity')`;
  return row?.at ?? null;
}

test("a decision whose process died before the engine was asked is followed up by the next run", async () => {
  await stored();
  const begun = await requestedAt();
  expect(begun).not.toBeNull();
  expect(await books.statusOf(id)).toBe("pending");
  await matchAllDeposits(ctx, { begun: begun ?? "" });
  expect(await books.statusOf(id)).toBe("matched");
  expect(await requestedAt()).toBeNull();
});

test("once the engine has decided, nothing is requested any more", async () => {
  expect(await rematch(ctx, await stored())).toEqual(["matched"]);
  expect(await requestedAt()).toBeNull();
});

test("a request from before or after the decision stays", async () => {
  await adminDb().$executeRaw`UPDATE companies SET match_requested_at = clock_timestamp()
    WHERE id = ${books.companyId}::uuid`;
  const before = await requestedAt();
  await rematch(ctx, await stored());
  expect(await requestedAt()).toBe(before);

  const pending = await stored();
  await adminDb().$executeRaw`UPDATE companies SET match_requested_at = clock_timestamp()
    WHERE id = ${books.companyId}::uuid`;
  const after = await requestedAt();
  await rematch(ctx, pending);
  expect(await requestedAt()).toBe(after);
});
