import { beforeEach, describe, expect, test } from "vitest";
import { reasonWay } from "@/components/deposit-parts/open-reason-line";
import type { LineKind } from "@/lib/constants/deposits";
import { ledgerWords } from "@/lib/ledger-words";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

const QUICKBOOKS = ledgerWords("quickbook");

let books: MatchingBooks;

beforeEach(async () => {
  books = await MatchingBooks.create();
  await books.chooseReceipts();
});

type Seeded = Awaited<ReturnType<MatchingBooks["deposit"]>>;

const ACCOUNT = { accountId: "77", accountName: "Chargebacks" };

async function bookTo(deposit: Seeded, of: object = ACCOUNT): Promise<void> {
  await adminDb().depositLine.updateMany({ where: { depositId: deposit.id }, data: of });
}

/** Posted as a Deposit of ours, or linked to another one's. */
async function post(deposit: Seeded, { adopted = false } = {}): Promise<void> {
  const { companyId } = books;
  await adminDb().deposit.update({
    where: { companyId_id: { companyId, id: deposit.id } },
    data: { status: "posted", quickbooksId: "531" },
  });
  await adminDb().posting.create({
    data: {
      ...{ companyId, depositId: deposit.id, state: "posted", adopted },
      ...{ quickbooksDepositId: "531", postedAt: new Date() },
    },
  });
}

async function matchTo(deposit: Seeded, amount: number): Promise<void> {
  const payment = await books.payment({ amount });
  await ok("POST", "/qb/match-line/", books.token, {
    ...{ deposit_id: deposit.id, line_id: deposit.lines[0]?.id },
    payment_ids: [payment.providerId],
  });
}

/** What is offered for the first line, everywhere: they all say the same. */
async function offered({ id, lines }: Seeded) {
  await ok("POST", "/qb/auto-match/", books.token, { deposit_id: id });
  const lineId = lines[0]?.id;
  const detail = await ok("GET", `/qb/deposit/?deposit_id=${id}`, books.token);
  const line = detail.deposit.lines.find((each: { id: number }) => each.id === lineId);
  const [headline] = detail.reasons;
  const list = await ok("GET", "/qb/deposit-status/", books.token);
  const listed = list.deposits.find((each: { id: number }) => each.id === id);
  const queue = await ok("GET", "/qb/queue/?limit=10", books.token);
  const queued = queue.groups
    .flatMap(({ deposits }: { deposits: { id: number }[] }) => deposits)
    .find((each: { id: number }) => each.id === id);
  expect([listed.reason, queued.reason]).toEqual([headline, headline]);
  const options = await ok(
    "GET",
    `/qb/line-options/?deposit_id=${id}&line_id=${lineId}`,
    books.token,
  );
  const { origin, ...offer } = line.offer;
  expect(options.offer).toEqual(offer);
  const preview = await ok("POST", "/qb/preview-receipts/", books.token, { deposit_id: id });
  const inBulk = preview.rows.some((row: { line_id: number }) => row.line_id === lineId);
  expect(inBulk).toBe(offer.first === "create_receipt");
  const button = reasonWay(headline, { id, source: "Stripe" }, QUICKBOOKS)?.label;
  return { first: offer.first, book_to: offer.book_to, origin, text: headline.text, button };
}

const line = (kind: LineKind, gross: number, part: object = {}) => ({
  ...{ kind, gross, chargeId: "ch_1", customer: "Ida Fox" },
  ...part,
});

describe("a won dispute", () => {
  const lost = () => books.deposit([line("dispute", -115_27, { date: "2026-02-03" })]);
  const won = () => books.deposit([line("dispute_reversal", 115_27)]);

  test("goes back to the account of its dispute, one press away", async () => {
    const dispute = await lost();
    await bookTo(dispute);
    await post(dispute);
    const reversal = await won();
    const origin =
      "Dispute of 115.27 by Ida Fox opened Feb 3, booked to Chargebacks (Deposit 531) · won Mar 5";
    expect(await offered(reversal)).toEqual({
      ...{ first: "book_back", book_to: { Id: "77", Name: "Chargebacks" } },
      ...{ origin, text: `${origin}.`, button: "Book to Chargebacks" },
    });
  });

  test("finds it by the ids that both name, where the charge isn't known", async () => {
    const dispute = await books.deposit([
      line("dispute", -115_27, { chargeId: "", reference: "txn_1 dp_1 ch_1 2051" }),
      line("dispute", -115_27, { chargeId: "", reference: "txn_2 dp_2 ch_2 2051" }),
    ]);
    await bookTo(dispute);
    const others = { depositId: dispute.id, reference: { contains: "dp_2" } };
    await adminDb().depositLine.updateMany({
      where: others,
      data: { accountId: "78", accountName: "Elsewhere" },
    });
    const reversal = await books.deposit([
      line("dispute_reversal", 115_27, { chargeId: "", reference: "txn_9 dp_1 ch_1 2051" }),
    ]);
    expect(await offered(reversal)).toMatchObject({ first: "book_back", book_to: { Id: "77" } });
  });

  test("of a dispute that is a refund receipt gets a sales receipt, and says why", async () => {
    const dispute = await lost();
    await matchTo(dispute, -115_27);
    const reversal = await won();
    const { origin, ...offer } = await offered(reversal);
    expect(offer).toMatchObject({
      ...{ first: "create_receipt", book_to: null, button: "Create receipt" },
    });
    expect(origin).toMatch(/opened Feb 3, recorded as refund receipt \S+ · won Mar 5$/);
    expect(offer.text).toBe(`${origin}.`);
  });

  test("asks for the account where someone else booked the dispute, or nobody is known to have", async () => {
    const dispute = await lost();
    await bookTo(dispute);
    await post(dispute, { adopted: true });
    const reversal = await won();
    expect(await offered(reversal)).toMatchObject({
      ...{ first: "choose_account", button: "Choose account" },
      origin: "Dispute of 115.27 by Ida Fox opened Feb 3, on Deposit 531 · won Mar 5",
    });
    const unknown = await books.deposit([line("dispute_reversal", 9_00, { chargeId: "ch_2" })]);
    expect(await offered(unknown)).toEqual({
      ...{ first: "choose_account", book_to: null, origin: "", button: "Choose account" },
      text: "Won dispute of 9.00 by Ida Fox isn't in QuickBooks. Choose an account.",
    });
  });

  test("another company's dispute of the same charge is none of ours", async () => {
    const mine = books;
    books = await MatchingBooks.create();
    await bookTo(await lost());
    books = mine;
    expect(await offered(await won())).toMatchObject({ first: "choose_account", origin: "" });
  });
});

test("a refund takes back its sale as the books have it", async () => {
  const sale = await books.deposit([line("charge", 60_00)]);
  const refund = await books.deposit([line("refund", -45_00)]);
  expect(await offered(refund)).toMatchObject({ first: "choose_account" });
  await matchTo(sale, 60_00);
  expect(await offered(refund)).toMatchObject({
    ...{ first: "create_receipt", button: "Create receipt" },
    text: expect.stringMatching(/^Charge of 60\.00 .* recorded as payment .* · refunded Mar 5\.$/),
  });
});

test("a refund that failed goes back where the refund was booked, a dispute nowhere", async () => {
  const refund = await books.deposit([line("refund", -45_00)]);
  await bookTo(refund);
  const failed = await books.deposit([
    line("adjustment", 45_00, { providerKind: "refund_failure" }),
  ]);
  expect(await offered(failed)).toMatchObject({
    first: "book_back",
    button: "Book to Chargebacks",
  });
  const dispute = await books.deposit([line("dispute", -45_00)]);
  expect(await offered(dispute)).toMatchObject({ first: "choose_account", origin: "" });
});

test("a payout that is paid again is no sale", async () => {
  const again = await books.deposit([line("charge", 80_00, { providerKind: "payout_reversal" })]);
  expect(await offered(again)).toMatchObject({ first: "choose_account", button: "Choose account" });
});

test("nothing is created first for a payout that may be in the books", async () => {
  const deposit = await books.deposit([line("charge", 80_00)]);
  expect(await offered(deposit)).toMatchObject({ first: "create_receipt" });
  const { integrationId } = await adminDb().ledgerPayment.findFirstOrThrow({
    where: { id: (await books.payment({ amount: 1_00 })).id },
  });
  await adminDb().existingDeposit.create({
    data: {
      ...{ companyId: books.companyId, depositId: deposit.id, integrationId },
      ...{ quickbooksDepositId: "9", txnDate: new Date("2026-03-06"), amount: 80_00n },
      ...{ currency: "USD", bankName: "Checking", note: "", evidence: [] },
    },
  });
  expect(await offered(deposit)).toMatchObject({ first: "look", button: "Review" });
});
