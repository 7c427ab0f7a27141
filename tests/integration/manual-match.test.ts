import { beforeEach, describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { type Answer, call } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

let books: MatchingBooks;

beforeEach(async () => {
  books = await MatchingBooks.create();
});

interface Row {
  amount: bigint;
}

const dollars = (rows: Row[]) => Number(rows.reduce((sum, { amount }) => sum + amount, 0n)) / 100;

/** The documented request for these rows, with the company's own session by default. */
function match(
  deposits: (Row & { id: number })[],
  payments: (Row & { providerId: string })[],
  change: object = {},
  token = books.token,
): Promise<Answer> {
  return call("POST", "/qb/match-transaction/", {
    token,
    body: {
      stripe_transaction_ids: deposits.map(({ id }) => `deposit-${id}`),
      stripe_transaction_amount: dollars(deposits),
      quickbooks_transaction_ids: payments.map(({ providerId }) => providerId),
      quickbooks_transaction_amount: dollars(payments),
      ...change,
    },
  });
}

/** Rows of matches, postings and deposits, with the transactions that wrote them. */
async function state(): Promise<unknown> {
  return adminDb().$queryRaw`
    SELECT 'deposit' AS of, id::text, xmin::text FROM deposits WHERE company_id = ${books.companyId}::uuid
    UNION ALL SELECT 'match', id::text, xmin::text FROM matches WHERE company_id = ${books.companyId}::uuid
    UNION ALL SELECT 'posting', id::text, xmin::text FROM postings WHERE company_id = ${books.companyId}::uuid
    ORDER BY 1, 2`;
}

async function expectRefusal(
  sending: () => Promise<Answer>,
  status: number,
  message: string | RegExp,
) {
  const before = await state();
  const answer = await sending();
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(answer.body.message).toMatch(message);
  expect(await state()).toEqual(before);
}

describe("several deposits at once", () => {
  test("each gets the payments of its own lines, and its own posting", async () => {
    const first = await books.deposit([
      { gross: 100_00, fee: 3_20 },
      { gross: 50_00, fee: 1_75 },
    ]);
    const second = await books.deposit([{ gross: 70_00, fee: 2_33 }]);
    const [c, a, b] = [
      await books.payment({ amount: 70_00 }),
      await books.payment({ amount: 100_00 }),
      await books.payment({ amount: 50_00 }),
    ];
    const answer = await match([first, second], [c, a, b]);
    expect(answer.body).toEqual({ message: "Transactions matched successfully" });
    expect(await books.matchedWith(first.id)).toEqual([a.providerId, b.providerId].sort());
    expect(await books.matchedWith(second.id)).toEqual([c.providerId]);
    const postings = await adminDb().posting.findMany({
      where: { companyId: books.companyId },
    });
    expect(postings.map(({ depositId }) => depositId).sort()).toEqual([first.id, second.id]);
    const audits = await adminDb().auditEvent.findMany({
      where: { companyId: books.companyId, action: "deposit.matched_by_hand" },
    });
    expect(audits.map(({ entityId }) => Number(entityId)).sort()).toEqual([first.id, second.id]);
  });

  test("payments for several charges are assigned by their sum", async () => {
    const first = await books.deposit([{ gross: 30_00 }, { gross: 12_34 }]);
    const second = await books.deposit([{ gross: 70_00, fee: 2_33 }]);
    const day = await books.payment({ amount: 42_34 });
    const one = await books.payment({ amount: 70_00 });
    expect((await match([first, second], [day, one])).status).toBe(200);
    expect(await books.matchedWith(first.id)).toEqual([day.providerId]);
    expect(await books.matchedWith(second.id)).toEqual([one.providerId]);
  });

  test("equal amounts go to the deposit that names the same customer", async () => {
    const first = await books.deposit([{ gross: 29_00, fee: 1_14, customer: "Ada Lovelace" }]);
    const second = await books.deposit([{ gross: 29_00, fee: 1_14, customer: "Grace Hopper" }]);
    const grace = await books.payment({ amount: 29_00, customer: "Grace Hopper" });
    const ada = await books.payment({ amount: 29_00, customer: "Ada Lovelace" });
    const answer = await match([first, second], [grace, ada]);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await books.matchedWith(first.id)).toEqual([ada.providerId]);
    expect(await books.matchedWith(second.id)).toEqual([grace.providerId]);
  });

  test("an ambiguous split changes nothing and says what to do", async () => {
    const first = await books.deposit([{ gross: 29_00, fee: 1_14 }]);
    const second = await books.deposit([{ gross: 29_00, fee: 1_14 }]);
    const payments = [
      await books.payment({ amount: 29_00, customer: "Ada Lovelace" }),
      await books.payment({ amount: 29_00, customer: "Grace Hopper" }),
    ];
    await expectRefusal(
      () => match([first, second], payments),
      422,
      "These payments can be split in more than one way. Match one deposit at a time.",
    );
  });

  test("an impossible split changes nothing", async () => {
    const deposits = [
      await books.deposit([{ gross: 30_00 }]),
      await books.deposit([{ gross: 40_00 }]),
    ];
    const payments = [
      await books.payment({ amount: 35_00 }),
      await books.payment({ amount: 36_00 }),
    ];
    await expectRefusal(() => match(deposits, payments), 422, /don't split evenly/);
  });

  test("a foreign deposit refuses the whole request", async () => {
    const own = await books.deposit([{ gross: 30_00 }]);
    const payment = await books.payment({ amount: 30_00 });
    const strangers = await MatchingBooks.create();
    const theirs = await strangers.deposit([{ gross: 40_00 }]);
    const theirPayment = await strangers.payment({ amount: 40_00 });
    await expectRefusal(() => match([own, theirs], [payment]), 404, /doesn't exist/);
    await expectRefusal(() => match([own], [payment, theirPayment]), 404, /no longer exists/);
    expect(await strangers.statusOf(theirs.id)).toBe("pending");
  });

  test("a posted or matched deposit refuses the whole request", async () => {
    const own = await books.deposit([{ gross: 30_00 }]);
    const posted = await books.deposit([{ gross: 40_00 }]);
    const payments = [
      await books.payment({ amount: 30_00 }),
      await books.payment({ amount: 40_00 }),
    ];
    await adminDb().deposit.updateMany({
      where: { id: posted.id },
      data: { status: "posted", quickbooksId: "1043" },
    });
    await expectRefusal(() => match([own, posted], payments), 409, /already matched/);
    await expectRefusal(() => match([posted], payments.slice(1)), 409, /already matched/);
  });

  test("other currencies are never compared", async () => {
    const deposits = [
      await books.deposit([{ gross: 30_00 }]),
      await books.deposit([{ gross: 40_00 }]),
    ];
    const payments = [
      await books.payment({ amount: 30_00 }),
      await books.payment({ amount: 40_00, currency: "EUR" }),
    ];
    await expectRefusal(() => match(deposits, payments), 422, /different currencies/);
  });

  test("sums that differ from the stored ones report an outdated screen", async () => {
    const deposit = await books.deposit([{ gross: 30_00 }]);
    const payment = await books.payment({ amount: 30_00 });
    const old = { quickbooks_transaction_amount: 30.01 };
    await expectRefusal(
      () => match([deposit], [payment], old),
      409,
      /changed while you were working/,
    );
  });
});

describe("a payment is matched once", () => {
  test("a payment in an accepted match is refused", async () => {
    const [first, second] = [
      await books.deposit([{ gross: 30_00 }]),
      await books.deposit([{ gross: 30_00 }]),
    ];
    const payment = await books.payment({ amount: 30_00 });
    expect((await match([first], [payment])).status).toBe(200);
    await expectRefusal(() => match([second], [payment]), 409, /already matched/);
  });

  test("a payment that was just deposited in QuickBooks is refused", async () => {
    const deposit = await books.deposit([{ gross: 30_00 }]);
    const payment = await books.payment({ amount: 30_00 });
    await adminDb().ledgerPayment.updateMany({
      where: { id: payment.id },
      data: { state: "deposited", depositedOn: "77" },
    });
    await expectRefusal(() => match([deposit], [payment]), 409, /no longer open/);
  });

  test("of concurrent requests one wins, whichever deposits they name", async () => {
    const payment = await books.payment({ amount: 30_00 });
    const extra = await books.payment({ amount: 45_00 });
    const rivals = [];
    for (let count = 0; count < 3; count += 1) rivals.push(await books.deposit([{ gross: 30_00 }]));
    const pair = await books.deposit([{ gross: 45_00 }]);
    const [first, second, third] = rivals;
    if (!first || !second || !third) throw new Error("three deposits were seeded");
    const answers = await Promise.all([
      match([first], [payment]),
      match([second, pair], [payment, extra]),
      match([third], [payment]),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const uses = await adminDb().matchPayment.count({
      where: { companyId: books.companyId, paymentId: payment.id, live: true },
    });
    expect(uses).toBe(1);
    const matched = await adminDb().deposit.count({
      where: { companyId: books.companyId, status: "matched" },
    });
    expect(matched).toBe(answers[1]?.status === 200 ? 2 : 1);
  });

  test("a conflicting suggestion is removed, and its deposit is matched again", async () => {
    const { deposit: suggested, payments } = await books.suggestion([
      { line: { gross: 30_00 }, payment: { amount: 30_00 } },
    ]);
    const deposit = await books.deposit([{ gross: 30_00 }]);
    expect((await match([deposit], payments)).status).toBe(200);
    expect(await books.statusOf(suggested.id)).toBe("pending");
    expect(await books.statusOf(deposit.id)).toBe("matched");
  });
});

describe("lines and payments are stored in pairs", () => {
  /** "line's place: payments" of each live match, in order. */
  async function pairs(deposit: { id: number; lines: { id: number }[] }): Promise<string[]> {
    const places = new Map(deposit.lines.map(({ id }, index) => [id, index]));
    const matches = await adminDb().match.findMany({
      where: { companyId: books.companyId, depositId: deposit.id, live: true },
      include: { lines: true, payments: { include: { payment: true } }, adjustments: true },
    });
    return matches
      .map(({ lines, payments, adjustments }) => {
        const explained = lines.map(({ lineId }) => places.get(lineId)).sort();
        const paying = payments.map(({ payment }) => payment.providerId).sort();
        return `${explained}: ${paying}${adjustments.length > 0 ? " +" : ""}`;
      })
      .sort();
  }

  test("amounts and names decide; what they don't tell apart is one match", async () => {
    const deposit = await books.deposit([
      { gross: 100_00, fee: 3_20 },
      { gross: 64_50, fee: 2_17, customer: "Ida Fox" },
      { gross: 64_50, fee: 2_17, customer: "Renée Stavros" },
      { gross: 20_00, fee: 88 },
      { gross: 20_00, fee: 88 },
    ]);
    const renee = await books.payment({ amount: 64_50, customer: "Stavros, Renee" });
    const ida = await books.payment({ amount: 64_50, customer: "Ida Fox" });
    const large = await books.payment({ amount: 100_00 });
    const twins = [
      await books.payment({ amount: 20_00 }),
      await books.payment({ amount: 20_00, customer: "Ada Lovelace" }),
    ];
    expect((await match([deposit], [renee, ida, large, ...twins])).status).toBe(200);
    expect(await pairs(deposit)).toEqual([
      `0: ${large.providerId}`,
      `1: ${ida.providerId}`,
      `2: ${renee.providerId}`,
      `3,4: ${twins.map(({ providerId }) => providerId).sort()}`,
    ]);
  });

  test("the request's own pairs decide, and a difference stays with its line", async () => {
    const deposit = await books.deposit([
      { gross: 64_50, fee: 2_17 },
      { gross: 64_50, fee: 2_17 },
    ]);
    const [a, b] = [await books.payment({ amount: 64_50 }), await books.payment({ amount: 64_50 })];
    const [first, second] = deposit.lines;
    const own = {
      pairs: [
        { line_id: first?.id, quickbooks_transaction_id: b.providerId },
        { line_id: second?.id, quickbooks_transaction_id: a.providerId },
      ],
    };
    expect((await match([deposit], [a, b], own)).status).toBe(200);
    expect(await pairs(deposit)).toEqual([`0: ${b.providerId}`, `1: ${a.providerId}`]);
  });

  test("pairs of another deposit's line, of a payment besides, or of two deposits are refused", async () => {
    const [own, other] = [
      await books.deposit([{ gross: 30_00 }]),
      await books.deposit([{ gross: 40_00 }]),
    ];
    const payments = [
      await books.payment({ amount: 30_00 }),
      await books.payment({ amount: 40_00 }),
    ];
    const [payment, another] = payments;
    const pair = (line_id: number | undefined, id: string | undefined) => ({
      pairs: [{ line_id, quickbooks_transaction_id: id }],
    });
    const picked = payments.slice(0, 1);
    const foreign = pair(other.lines[0]?.id, payment?.providerId);
    await expectRefusal(() => match([own], picked, foreign), 404, /doesn't have such a line/);
    const besides = pair(own.lines[0]?.id, another?.providerId);
    await expectRefusal(() => match([own], picked, besides), 422, /one of the selected payments/);
    const both = pair(own.lines[0]?.id, payment?.providerId);
    await expectRefusal(() => match([own, other], payments, both), 422, /one deposit at a time/);
  });
});
