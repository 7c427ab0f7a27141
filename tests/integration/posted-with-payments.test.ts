import { expect, test } from "vitest";
import { systemContext } from "@/server/platform/company-id";
import type { LedgerPaymentRef } from "@/server/providers/ledger";
import type { ClaimedRun } from "@/server/sync/claim-run";
import { postedDepositsOf } from "@/server/sync/deposits-in-books";
import { adminDb } from "../support/admin-db";
import { MatchingBooks } from "../support/matching-books";

const CUSTOMER = "Ada Byron Limited";

/** A payout whose payment is matched, posted as the Deposit of this id. @returns the payment in the books */
async function posted(books: MatchingBooks, amount: number, quickbooksDepositId: string) {
  const { companyId } = books;
  const customer = CUSTOMER;
  const { deposit } = await books.suggestion([
    { line: { gross: amount, customer }, payment: { amount, customer } },
  ]);
  const of = { companyId, depositId: deposit.id };
  await adminDb().match.updateMany({
    where: of,
    data: { state: "accepted", decidedAt: new Date() },
  });
  const row = await adminDb().ledgerPayment.findFirstOrThrow({
    where: { companyId, amount: BigInt(amount) },
  });
  const { integrationId } = row;
  await adminDb().posting.create({
    data: { ...of, integrationId, state: "posted", quickbooksDepositId, postedAt: new Date() },
  });
  return row;
}

test("the Deposits that were posted with some payments are found, and no others", async () => {
  const [books, other] = [await MatchingBooks.create(), await MatchingBooks.create()];
  const first = await posted(books, 47_110, "71");
  const second = await posted(books, 51_230, "72");
  await posted(books, 63_450, "73");
  const foreign = await posted(other, 47_110, "79");
  const open = await adminDb().ledgerPayment.findFirstOrThrow({
    where: { id: (await books.payment({ amount: 99_900, customer: "Blue Harbor" })).id },
  });
  const { integrationId } = first;
  const found = (...refs: LedgerPaymentRef[]) =>
    postedDepositsOf(systemContext(books.companyId), { integrationId } as ClaimedRun, refs);
  expect((await found(first, second, open, foreign)).sort()).toEqual(["71", "72"]);
  expect(await found({ ...first, kind: "SalesReceipt" })).toEqual([]);
  await adminDb().posting.updateMany({
    where: { companyId: books.companyId, quickbooksDepositId: "72" },
    data: { state: "undone" },
  });
  expect(await found(first, second)).toEqual(["71"]);
});
