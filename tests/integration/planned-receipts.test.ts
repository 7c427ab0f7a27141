import { beforeEach, describe, expect, test } from "vitest";
import { releaseStaleMatches } from "@/server/matches/write-matches";
import { systemContext } from "@/server/platform/company-id";
import { adminDb } from "../support/admin-db";
import { type Answer, call, ok } from "../support/client";
import { MatchingBooks, RECEIPTS } from "../support/matching-books";
import { withBlockingTransaction } from "../support/with-blocking-transaction";

let books: MatchingBooks;

beforeEach(async () => {
  books = await MatchingBooks.create();
  await books.chooseReceipts();
});

const CUSTOMER = { Id: null, name: "Olivia Eastwick", email: "olivia@example.com" };
const receipt = (change: object = {}) => ({
  ...{ customer: CUSTOMER, item_id: RECEIPTS.item.id, date: "2026-03-05" },
  ...change,
});

/** A worker holds the posting. */
const SENDING = { state: "sending", heartbeatAt: new Date() } as const;

interface Seeded {
  id: number;
  lines: { id: number }[];
}

function plan({ id, lines }: Seeded, at: number[] = [0], change: object = {}): Promise<Answer> {
  return call("POST", "/qb/plan-receipt/", {
    token: books.token,
    body: {
      deposit_id: id,
      line_ids: at.map((index) => lines[index]?.id),
      receipt: receipt(change),
    },
  });
}

const plannedRows = () =>
  adminDb().ledgerPayment.findMany({
    where: { companyId: books.companyId, state: "planned" },
    include: { planned: true },
    orderBy: { id: "asc" },
  });
const detailOf = (id: number) => ok("GET", `/qb/deposit/?deposit_id=${id}`, books.token);
const setAutoMatch = (autoMatch: boolean) =>
  adminDb().companySettings.update({ where: { companyId: books.companyId }, data: { autoMatch } });

/** A deposit with one charge that the books know and one that they don't. */
async function halfKnown() {
  const deposit = await books.deposit([
    { gross: 100_00, fee: 3_20, customer: "Ann Baker" },
    { gross: 219_72, fee: 6_67, customer: "Olivia Eastwick", reference: "txn_1 ch_9 order-10260" },
  ]);
  const payment = await books.payment({ amount: 100_00, customer: "Ann Baker" });
  return { deposit, payment };
}

async function expectRefusal(sending: Promise<Answer>, status: number, message: string) {
  const answer = await sending;
  expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message });
}

describe("a sales receipt for a charge that QuickBooks lacks", () => {
  test("is planned, counts in the sum, and the rest goes its normal way", async () => {
    const { deposit, payment } = await halfKnown();
    const { status, body } = await plan(deposit, [1], { memo: "Web order" });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toEqual({
      message:
        "Sales receipt of 219.72 for Olivia Eastwick will be recorded when this deposit posts.",
      status: "matched",
    });
    const [row, ...others] = await plannedRows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      ...{ kind: "SalesReceipt", amount: 219_72n, currency: "USD" },
      ...{ customerName: "Olivia Eastwick", customerId: "", customerEmail: "olivia@example.com" },
      ...{ referenceNumber: "po_1-1", note: "Web order · Stripe po_1-1" },
      planned: {
        ...{ depositId: deposit.id, itemId: "31", itemName: "Online sales", newCustomer: true },
        ...{ taxCodeId: null, classId: null, invoices: [], credit: 0n, sentAt: null },
        plannedBy: books.userId,
      },
    });
    expect(row?.providerId).toBe(`planned-${row?.planned?.requestId}`);
    expect(await books.matchedWith(deposit.id)).toEqual(
      [payment.providerId, row?.providerId].sort(),
    );
    const detail = await detailOf(deposit.id);
    expect(detail.proof).toMatchObject({ payments: "319.72", difference: "0.00", closes: true });
    expect(detail.planned).toEqual([
      expect.objectContaining({
        ...{ payment_id: row?.providerId, created_at: null, is_new_customer: true },
        ...{ item: "Online sales", invoices: [], credit: "0.00" },
      }),
    ]);
    const [chosen] = detail.matches.filter(({ origin }: { origin: string }) => origin === "manual");
    expect(chosen.payments).toEqual([expect.objectContaining({ planned: true })]);
    expect(chosen.evidence.map(({ text }: { text: string }) => text)).toEqual([
      "Sales receipt of 219.72 for Olivia Eastwick",
      "Created in QuickBooks when this deposit posts",
    ]);
    expect(detail.history.map(({ text }: { text: string }) => text)).toContain(
      "Planned: Sales receipt of 219.72 for Olivia Eastwick",
    );
    expect(
      await adminDb().posting.count({ where: { depositId: deposit.id, state: "queued" } }),
    ).toBe(1);
  });

  test("leaves the deposit open while another line is, and the choice stays through every run", async () => {
    const deposit = await books.deposit([
      { gross: 100_00, customer: "Ann Baker" },
      { gross: 219_72, customer: "Olivia Eastwick" },
    ]);
    expect((await plan(deposit, [1])).body.status).toBe("pending");
    await ok("POST", "/qb/auto-match-all/", books.token);
    const { deposit: shown, matches } = await detailOf(deposit.id);
    expect(matches).toHaveLength(1);
    expect(shown.lines.map(({ status }: { status: string }) => status)).toEqual([
      "pending",
      "matched",
    ]);
    await books.payment({ amount: 100_00, customer: "Ann Baker" });
    await ok("POST", "/qb/auto-match/", books.token, { deposit_id: deposit.id });
    expect(await books.statusOf(deposit.id)).toBe("matched");
  });

  test("waits for the confirmation of what was only suggested for the rest", async () => {
    const deposit = await books.deposit([
      { gross: 100_00, customer: "Ann Baker" },
      { gross: 219_72, customer: "Olivia Eastwick" },
    ]);
    await adminDb().companySettings.update({
      where: { companyId: books.companyId },
      data: { algorithm: "fuzzy" },
    });
    const payment = await books.payment({ amount: 100_00, customer: "Ann Baker" });
    expect((await plan(deposit, [1])).body.status).toBe("suggested");
    await ok("POST", "/qb/confirm-match/", books.token, { deposit_id: deposit.id });
    expect(await books.statusOf(deposit.id)).toBe("matched");
    const [row] = await plannedRows();
    expect(await books.matchedWith(deposit.id)).toEqual(
      [payment.providerId, row?.providerId].sort(),
    );
  });

  test("is kept when the suggestion for the rest is dismissed", async () => {
    const deposit = await books.deposit([
      { gross: 100_00, customer: "Ann Baker" },
      { gross: 219_72, customer: "Olivia Eastwick" },
    ]);
    await adminDb().companySettings.update({
      where: { companyId: books.companyId },
      data: { algorithm: "fuzzy" },
    });
    await books.payment({ amount: 100_00, customer: "Ann Baker" });
    await plan(deposit, [1]);
    await ok("POST", "/qb/dismiss-match/", books.token, { deposit_id: deposit.id });
    expect(await books.statusOf(deposit.id)).toBe("pending");
    expect(await plannedRows()).toHaveLength(1);
    expect((await detailOf(deposit.id)).matches).toHaveLength(1);
  });

  test("takes the place of what was suggested for its line, whose payment is free again", async () => {
    const { deposit, payments } = await books.suggestion([
      { line: { gross: 80_00 }, payment: { amount: 79_00 } },
    ]);
    await setAutoMatch(false);
    expect((await plan(deposit)).body.status).toBe("matched");
    const [row] = await plannedRows();
    expect(await books.matchedWith(deposit.id)).toEqual([row?.providerId]);
    const { transactions } = await ok("GET", "/qb/get-payment/", books.token);
    expect(transactions.map(({ Id }: { Id: string }) => Id)).toEqual([payments[0]?.providerId]);
  });

  test("covers several lines with one receipt", async () => {
    const deposit = await books.deposit([
      { gross: 10_00, fee: 59 },
      { gross: 20_00, fee: 88 },
    ]);
    const { body } = await plan(deposit, [0, 1], { customer: null });
    expect(body).toEqual({
      message: "Sales receipt of 30.00 will be recorded when this deposit posts.",
      status: "matched",
    });
    const [row] = await plannedRows();
    expect(row).toMatchObject({ amount: 30_00n, customerName: "", note: "Stripe po_1-0 po_1-1" });
    expect(row?.planned?.newCustomer).toBe(false);
  });

  test("without Auto Match, the deposit is matched once users have decided about all of it", async () => {
    await setAutoMatch(false);
    const deposit = await books.deposit([{ gross: 10_00 }, { gross: 20_00 }]);
    expect((await plan(deposit, [0])).body.status).toBe("pending");
    expect((await plan(deposit, [1])).body.status).toBe("matched");
  });

  test("a manual match of the rest leaves it as it is", async () => {
    await setAutoMatch(false);
    const deposit = await books.deposit([
      { gross: 10_00, fee: 59 },
      { gross: 20_00, fee: 88 },
    ]);
    const payment = await books.payment({ amount: 10_00 });
    await plan(deposit, [1]);
    await ok("POST", "/qb/match-transaction/", books.token, {
      stripe_transaction_ids: [deposit.id],
      stripe_transaction_amount: Number(deposit.amount) / 100,
      quickbooks_transaction_ids: [payment.providerId],
      quickbooks_transaction_amount: 10,
    });
    expect(await books.statusOf(deposit.id)).toBe("matched");
    const [row] = await plannedRows();
    expect(await books.matchedWith(deposit.id)).toEqual(
      [payment.providerId, row?.providerId].sort(),
    );
  });

  test("several deposits at once are matched beside it", async () => {
    await setAutoMatch(false);
    const first = await books.deposit([{ gross: 30_00 }, { gross: 12_34 }]);
    const second = await books.deposit([{ gross: 70_00, fee: 2_33 }]);
    await plan(first, [1]);
    const payments = [
      await books.payment({ amount: 70_00 }),
      await books.payment({ amount: 30_00 }),
    ];
    await ok("POST", "/qb/match-transaction/", books.token, {
      stripe_transaction_ids: [first.id, second.id],
      stripe_transaction_amount: Number(first.amount + second.amount) / 100,
      quickbooks_transaction_ids: payments.map(({ providerId }) => providerId),
      quickbooks_transaction_amount: 100,
    });
    expect(await books.statusOf(first.id)).toBe("matched");
    expect(await books.matchedWith(second.id)).toEqual([payments[0]?.providerId]);
  });
});

describe("a refund receipt", () => {
  test("takes the place of an account for a refund", async () => {
    const deposit = await books.deposit([
      { gross: 100_00, customer: "Blue Harbor" },
      { gross: -45_00, kind: "refund", customer: "Blue Harbor" },
    ]);
    await books.payment({ amount: 100_00, customer: "Blue Harbor" });
    await ok("POST", "/qb/auto-match/", books.token, { deposit_id: deposit.id });
    expect(await books.statusOf(deposit.id)).toBe("suggested");
    const { body } = await plan(deposit, [1], {
      customer: { Id: null, name: "Blue Harbor" },
      item_id: RECEIPTS.refundItem.id,
    });
    expect(body).toEqual({
      message: "Refund receipt of 45.00 to Blue Harbor will be recorded when this deposit posts.",
      status: "matched",
    });
    const [row] = await plannedRows();
    expect(row).toMatchObject({ kind: "RefundReceipt", amount: -45_00n });
    const { proof, bookings } = await detailOf(deposit.id);
    expect(proof).toMatchObject({ payments: "100.00", refunds: "-45.00", difference: "0.00" });
    expect(bookings).toEqual([]);
  });

  test("also for a deposit that is matched and waits for an account", async () => {
    const deposit = await books.deposit([
      { gross: 100_00, customer: "Blue Harbor" },
      { gross: -45_00, kind: "refund", customer: "Blue Harbor" },
    ]);
    await books.payment({ amount: 100_00, customer: "Blue Harbor" });
    await ok("POST", "/qb/auto-match/", books.token, { deposit_id: deposit.id });
    await ok("POST", "/qb/confirm-match/", books.token, { deposit_id: deposit.id });
    expect((await plan(deposit, [1])).body.status).toBe("matched");
    expect((await detailOf(deposit.id)).bookings).toEqual([]);
  });
});

describe("is refused in words", () => {
  test("without a product or service", async () => {
    const deposit = await books.deposit([{ gross: 10_00 }]);
    await expectRefusal(
      plan(deposit, [0], { item_id: null }),
      422,
      "Choose a product or service first.",
    );
  });

  test("for a line that is decided already", async () => {
    const deposit = await books.deposit([{ gross: 10_00 }, { gross: 20_00 }]);
    await plan(deposit, [0]);
    await expectRefusal(plan(deposit, [0]), 409, "This line is already matched. Reload the page.");
    await expectRefusal(
      plan(deposit, [0, 1]),
      409,
      "One of these lines is already matched. Reload the page.",
    );
    expect(await plannedRows()).toHaveLength(1);
  });

  test("for a fee, and for money in and out together", async () => {
    const deposit = await books.deposit([{ gross: 10_00 }, { gross: -2_00, kind: "refund" }]);
    await expectRefusal(
      plan(deposit, [0, 1]),
      422,
      "Money in and money out can't share a receipt. Plan two.",
    );
    await adminDb().depositLine.updateMany({
      where: { depositId: deposit.id, gross: -2_00n },
      data: { kind: "fee" },
    });
    await expectRefusal(
      plan(deposit, [1]),
      422,
      "Only charges, refunds and disputes can get a receipt. Choose an account instead.",
    );
  });

  test("for a posted deposit, one that is being posted, and a payout that came back", async () => {
    const deposit = await books.deposit([{ gross: 10_00 }]);
    const of = { companyId: books.companyId, depositId: deposit.id };
    const key = { where: { companyId_id: { companyId: books.companyId, id: deposit.id } } };
    await adminDb().deposit.update({ ...key, data: { payoutStatus: "failed" } });
    await expectRefusal(
      plan(deposit),
      409,
      "This payout didn't reach the bank, so it can't be matched.",
    );
    await adminDb().deposit.update({ ...key, data: { payoutStatus: "paid", status: "matched" } });
    await adminDb().posting.create({ data: { ...of, ...SENDING } });
    await expectRefusal(plan(deposit), 409, "This deposit is being posted. Try again in a moment.");
    await adminDb().deposit.update({ ...key, data: { status: "posted", quickbooksId: "901" } });
    await expectRefusal(plan(deposit), 409, "This deposit is posted. Undo the match first.");
  });

  test("for another company's deposit and line", async () => {
    const own = await books.deposit([{ gross: 10_00 }]);
    const strangers = await MatchingBooks.create();
    const theirs = await strangers.deposit([{ gross: 10_00 }]);
    expect((await plan(theirs)).status).toBe(404);
    await expectRefusal(
      plan({ ...own, lines: theirs.lines }),
      404,
      "This line isn't part of the deposit.",
    );
    expect(await adminDb().ledgerPayment.count({ where: { companyId: strangers.companyId } })).toBe(
      0,
    );
  });

  test("while QuickBooks is not connected", async () => {
    const deposit = await books.deposit([{ gross: 10_00 }]);
    await adminDb().integration.updateMany({
      where: { companyId: books.companyId, provider: "quickbooks" },
      data: { status: "disconnected", credentials: null, disconnectedAt: new Date() },
    });
    await expectRefusal(plan(deposit), 409, "QuickBooks isn't connected. Connect it first.");
  });
});

describe("taking a choice back", () => {
  const cancel = (deposit_id: number, payment_id: string | undefined) =>
    call("POST", "/qb/cancel-planned/", { token: books.token, body: { deposit_id, payment_id } });

  test("opens a matched deposit again, and nothing is left of the plan", async () => {
    const { deposit } = await halfKnown();
    await plan(deposit, [1]);
    const [row] = await plannedRows();
    const { status, body } = await cancel(deposit.id, row?.providerId);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toEqual({ message: "Choice removed", status: "pending" });
    expect(await plannedRows()).toEqual([]);
    expect(await adminDb().plannedPayment.count({ where: { depositId: deposit.id } })).toBe(0);
    expect(
      await adminDb().posting.count({ where: { depositId: deposit.id, NOT: { state: "undone" } } }),
    ).toBe(0);
    const { matches } = await detailOf(deposit.id);
    expect(matches.map(({ state }: { state: string }) => state)).toEqual(["proposed"]);
    // And the line can be decided about anew.
    expect((await plan(deposit, [1])).body.status).toBe("matched");
  });

  test("without Auto Match keeps the other choices", async () => {
    await setAutoMatch(false);
    const deposit = await books.deposit([{ gross: 10_00 }, { gross: 20_00 }]);
    await plan(deposit, [0]);
    await plan(deposit, [1]);
    const [first, second] = await plannedRows();
    expect((await cancel(deposit.id, first?.providerId)).body.status).toBe("pending");
    expect(await books.matchedWith(deposit.id)).toEqual([second?.providerId]);
  });

  test("is refused once QuickBooks may hold a part of the deposit, and while it is posted", async () => {
    const deposit = await books.deposit([{ gross: 10_00 }]);
    await plan(deposit);
    const [row] = await plannedRows();
    await adminDb().posting.updateMany({
      where: { depositId: deposit.id },
      data: SENDING,
    });
    await expectRefusal(
      cancel(deposit.id, row?.providerId),
      409,
      "This deposit is being posted. Try again in a moment.",
    );
    await adminDb().posting.updateMany({
      where: { depositId: deposit.id },
      data: { state: "failed", heartbeatAt: null },
    });
    await adminDb().plannedPayment.updateMany({
      where: { depositId: deposit.id },
      data: { sentAt: new Date() },
    });
    await expectRefusal(
      cancel(deposit.id, row?.providerId),
      409,
      "Part of this deposit is already in QuickBooks. Undo the match to remove it.",
    );
    expect(await plannedRows()).toHaveLength(1);
  });

  test("of another company, or of nothing, is 404", async () => {
    const deposit = await books.deposit([{ gross: 10_00 }, { gross: 5_00 }]);
    await plan(deposit);
    const [row] = await plannedRows();
    const strangers = await MatchingBooks.create();
    const theirs = await strangers.deposit([{ gross: 10_00 }]);
    const body = { deposit_id: theirs.id, payment_id: row?.providerId };
    const foreign = { token: strangers.token, body };
    expect((await call("POST", "/qb/cancel-planned/", foreign)).status).toBe(404);
    await expectRefusal(
      cancel(deposit.id, "planned-0"),
      404,
      "This choice no longer exists. Reload the page.",
    );
    expect(await plannedRows()).toHaveLength(1);
  });
});

describe("whatever ends a match ends its plan", () => {
  test("undo", async () => {
    const deposit = await books.deposit([{ gross: 10_00 }]);
    await plan(deposit);
    await ok("POST", "/qb/undo/", books.token, { deposit_id: deposit.id });
    expect(await plannedRows()).toEqual([]);
  });

  test("deleting the deposit", async () => {
    const deposit = await books.deposit([{ gross: 10_00 }, { gross: 5_00 }]);
    await plan(deposit);
    await ok("POST", "/qb/delete-deposit/", books.token, { deposit_id: deposit.id });
    expect(await plannedRows()).toEqual([]);
  });

  test("but not a change in QuickBooks of another line's payment", async () => {
    const { deposit, payment } = await halfKnown();
    await plan(deposit, [1]);
    await adminDb().ledgerPayment.update({
      where: { companyId_id: { companyId: books.companyId, id: payment.id } },
      data: { state: "deposited", depositedOn: "901" },
    });
    expect(await releaseStaleMatches(systemContext(books.companyId))).toBe(1);
    expect(await books.statusOf(deposit.id)).toBe("pending");
    const [row] = await plannedRows();
    expect(await books.matchedWith(deposit.id)).toEqual([row?.providerId]);
    expect(await releaseStaleMatches(systemContext(books.companyId))).toBe(0);
  });

  test("another QuickBooks company", async () => {
    const deposit = await books.deposit([{ gross: 10_00 }, { gross: 5_00 }]);
    await plan(deposit);
    await adminDb().integration.updateMany({
      where: { companyId: books.companyId, provider: "quickbooks" },
      data: { status: "disconnected", credentials: null, disconnectedAt: new Date() },
    });
    expect(await releaseStaleMatches(systemContext(books.companyId))).toBe(1);
    expect(await plannedRows()).toEqual([]);
  });
});

describe("at the same moment", () => {
  test("two users choose for one line: one wins, the other is told", async () => {
    const deposit = await books.deposit([{ gross: 10_00 }, { gross: 5_00 }]);
    const answers = await Promise.all([plan(deposit), plan(deposit)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await plannedRows()).toHaveLength(1);
  });

  test("a choice waits for a running match, and then finds its line taken or free", async () => {
    const deposit = await books.deposit([{ gross: 10_00, customer: "Ann Baker" }]);
    await books.payment({ amount: 10_00, customer: "Ann Baker" });
    const [matched, planned] = await Promise.all([
      call("POST", "/qb/auto-match-all/", { token: books.token }),
      plan(deposit),
    ]);
    expect(matched.status).toBe(200);
    const rows = await plannedRows();
    expect(planned.status === 200 ? rows.length : rows.length + 1).toBe(1);
    const live = await adminDb().matchLine.count({
      where: { companyId: books.companyId, live: true },
    });
    expect(live).toBe(1);
    expect(await books.statusOf(deposit.id)).toBe("matched");
  });

  test("taking it back waits for a worker that claims the posting, and is refused", async () => {
    const deposit = await books.deposit([{ gross: 10_00 }]);
    await plan(deposit);
    const [row] = await plannedRows();
    const of = { companyId: books.companyId, depositId: deposit.id };
    const answer = await withBlockingTransaction(
      (tx) => tx.posting.updateMany({ where: of, data: SENDING }),
      {
        scope: systemContext(books.companyId),
        blocked: "FROM postings",
        meanwhile: () =>
          call("POST", "/qb/cancel-planned/", {
            token: books.token,
            body: { deposit_id: deposit.id, payment_id: row?.providerId },
          }),
      },
    );
    expect(answer.status).toBe(409);
    expect(await plannedRows()).toHaveLength(1);
  });
});

describe("waiting for a line", () => {
  const wait = (deposit: Seeded, body: object) =>
    call("POST", "/qb/wait-for-line/", {
      token: books.token,
      body: { deposit_id: deposit.id, line_id: deposit.lines[0]?.id, ...body },
    });

  test("is shown with its note until it is taken back or decided", async () => {
    const deposit = await books.deposit([{ gross: 10_00 }, { gross: 5_00 }]);
    const until = "2099-12-31";
    const { body } = await wait(deposit, { until, note: "Asked Olivia" });
    expect(body).toEqual({ message: "Line postponed until Dec 31, 2099" });
    const shown = async () => (await detailOf(deposit.id)).deposit.lines[0].wait;
    expect(await shown()).toEqual({ until, note: "Asked Olivia" });
    expect((await detailOf(deposit.id)).history[0].text).toBe(
      "Line postponed until Dec 31, 2099: Asked Olivia",
    );
    await wait(deposit, { until: null });
    expect(await shown()).toBeNull();
    await wait(deposit, { until });
    await plan(deposit);
    expect(await shown()).toBeNull();
    await expectRefusal(
      wait(deposit, { until }),
      409,
      "This line is already matched. Reload the page.",
    );
  });

  test("a day that has begun is refused", async () => {
    const deposit = await books.deposit([{ gross: 10_00 }]);
    await expectRefusal(wait(deposit, { until: "2020-01-01" }), 422, "Choose a day after today.");
  });

  test("a payment that comes meanwhile is matched", async () => {
    const deposit = await books.deposit([{ gross: 10_00, customer: "Ann Baker" }]);
    await wait(deposit, { until: "2099-12-31" });
    await books.payment({ amount: 10_00, customer: "Ann Baker" });
    await ok("POST", "/qb/auto-match-all/", books.token);
    expect(await books.statusOf(deposit.id)).toBe("matched");
  });
});
