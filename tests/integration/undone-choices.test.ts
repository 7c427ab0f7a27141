import { beforeEach, describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

let books: MatchingBooks;

beforeEach(async () => {
  books = await MatchingBooks.create();
});

const post = (path: string, body: object) => ok("POST", path, books.token, body);
const undo = (deposit_id: number) => post("/qb/undo/", { deposit_id });
const detail = (id: number) => ok("GET", `/qb/deposit/?deposit_id=${id}`, books.token);
const earlier = async (id: number) => (await detail(id)).earlier_choices;
const optionsOf = async (deposit_id: number, line_id: number) =>
  (await ok("GET", `/qb/line-options/?deposit_id=${deposit_id}&line_id=${line_id}`, books.token))
    .candidates;

/** "auto 901", "manual 904": what is proposed for each line, in their order. */
async function proposed(id: number): Promise<string[]> {
  const matches = await adminDb().match.findMany({
    where: { depositId: id, state: "proposed" },
    include: { lines: true, payments: { include: { payment: true } } },
  });
  return matches
    .toSorted((a, b) => (a.lines[0]?.lineId ?? 0) - (b.lines[0]?.lineId ?? 0))
    .map(({ origin, payments }) =>
      [origin, ...payments.map(({ payment }) => payment.providerId)].join(" "),
    );
}

/** A charge that the engine is sure of, and one without a name that has two payments of its amount. */
async function ambiguous() {
  const deposit = await books.deposit([
    { gross: 127_13, fee: 3_20, customer: "Ada Lovelace" },
    { gross: 64_50, fee: 2_17 },
  ]);
  const [sure = 0, nameless = 0] = deposit.lines.map(({ id }) => id);
  const known = await books.payment({ amount: 127_13, customer: "Ada Lovelace" });
  const right = await books.payment({ amount: 64_50, customer: "Renée Stavros" });
  const wrong = await books.payment({ amount: 64_50, customer: "S. Rosenthal" });
  return { id: deposit.id, sure, nameless, known, right, wrong };
}

const choose = (deposit_id: number, line_id: number, { providerId }: { providerId: string }) =>
  post("/qb/match-line/", { deposit_id, line_id, payment_ids: [providerId] });

describe("undoing a match that rests on a user's choice and the engine's", () => {
  test("suggests both again, and confirming makes the same match", async () => {
    const { id, nameless, known, wrong } = await ambiguous();
    expect((await choose(id, nameless, wrong)).status).toBe("matched");
    expect((await undo(id)).status).toBe("suggested");
    expect(await proposed(id)).toEqual([`auto ${known.providerId}`, `manual ${wrong.providerId}`]);
    await post("/qb/confirm-match/", { deposit_id: id });
    expect(await books.matchedWith(id)).toEqual([known.providerId, wrong.providerId].sort());
  });

  test("leaves the payments free, and another choice for the line counts", async () => {
    const { id, nameless, known, right, wrong } = await ambiguous();
    await choose(id, nameless, wrong);
    await undo(id);
    await choose(id, nameless, right);
    await post("/qb/confirm-match/", { deposit_id: id });
    expect(await books.matchedWith(id)).toEqual([known.providerId, right.providerId].sort());
  });

  test("keeps what is still there when another payment has gone", async () => {
    const { id, nameless, known, wrong } = await ambiguous();
    await choose(id, nameless, wrong);
    await adminDb().ledgerPayment.updateMany({
      where: { id: known.id },
      data: { state: "gone" },
    });
    expect((await undo(id)).status).toBe("pending");
    expect(await proposed(id)).toEqual([`manual ${wrong.providerId}`]);
  });

  test("offers the choice first even after it was dismissed", async () => {
    const { id, nameless, wrong } = await ambiguous();
    await choose(id, nameless, wrong);
    await undo(id);
    await post("/qb/dismiss-match/", { deposit_id: id });
    expect(await earlier(id)).toEqual([{ line_ids: [nameless], payment_ids: [wrong.providerId] }]);
    const [first, second] = await optionsOf(id, nameless);
    expect(first).toMatchObject({ chosen_before: true, payments: [{ Id: wrong.providerId }] });
    expect(second?.chosen_before).toBe(false);
  });
});

describe("undoing a match whose payments a user had all chosen", () => {
  async function chosen() {
    const deposit = await books.deposit([{ gross: 30_00 }]);
    const payment = await books.payment({ amount: 30_00, customer: "Grace Hopper" });
    await matchBoth(deposit.id, payment.providerId);
    return { id: deposit.id, line: deposit.lines[0]?.id ?? 0, payment };
  }
  const matchBoth = (deposit: number, payment: string) =>
    post("/qb/match-transaction/", {
      stripe_transaction_ids: [deposit],
      stripe_transaction_amount: 30,
      quickbooks_transaction_ids: [payment],
      quickbooks_transaction_amount: 30,
    });

  test("suggests nothing, and offers them first", async () => {
    const { id, line, payment } = await chosen();
    expect(await earlier(id)).toEqual([]);
    expect((await undo(id)).status).toBe("pending");
    expect(await proposed(id)).toEqual([]);
    const choice = { line_ids: [line], payment_ids: [payment.providerId] };
    expect(await earlier(id)).toEqual([choice]);
    const [first] = await optionsOf(id, line);
    expect(first).toMatchObject({ chosen_before: true, payments: [{ Id: payment.providerId }] });
  });

  test("offers them no more once another deposit has them, or they have gone", async () => {
    const { id, line, payment } = await chosen();
    await undo(id);
    const other = await books.deposit([{ gross: 30_00 }]);
    await matchBoth(other.id, payment.providerId);
    expect(await earlier(id)).toEqual([]);
    expect(await optionsOf(id, line)).toEqual([]);
    await undo(other.id);
    expect(await earlier(id)).toHaveLength(1);
    await adminDb().ledgerPayment.updateMany({
      where: { id: payment.id },
      data: { state: "gone" },
    });
    expect(await earlier(id)).toEqual([]);
  });

  test("offers them no more once the line is decided", async () => {
    const { id, payment } = await chosen();
    await undo(id);
    await matchBoth(id, payment.providerId);
    expect(await earlier(id)).toEqual([]);
  });
});

test("a choice that was taken back alone is not offered", async () => {
  const deposit = await books.deposit([{ gross: 64_50 }, { gross: 70_00 }]);
  const [line = 0] = deposit.lines.map(({ id }) => id);
  await choose(deposit.id, line, await books.payment({ amount: 64_50, customer: "Mary Shelley" }));
  await post("/qb/cancel-planned/", { deposit_id: deposit.id, line_id: line });
  expect(await earlier(deposit.id)).toEqual([]);
  const candidates = await optionsOf(deposit.id, line);
  expect(candidates.map((each: { chosen_before: boolean }) => each.chosen_before)).toEqual([false]);
});
