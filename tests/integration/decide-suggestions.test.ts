import { beforeEach, describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

let books: MatchingBooks;

beforeEach(async () => {
  books = await MatchingBooks.create();
});

const thirty = { line: { gross: 30_00 }, payment: { amount: 30_00 } };

async function seed(count: number): Promise<number[]> {
  const ids = [];
  for (let index = 0; index < count; index += 1) {
    ids.push((await books.suggestion([thirty])).deposit.id);
  }
  return ids;
}

const decide = (deposit_ids: number[], decision: string) =>
  call("POST", "/qb/decide-suggestions/", { token: books.token, body: { deposit_ids, decision } });
const dismiss = (deposit_id: number) =>
  ok("POST", "/qb/dismiss-match/", books.token, { deposit_id });
const undoDismissal = (deposit_id: number, token = books.token) =>
  call("POST", "/qb/undo-dismissal/", { token, body: { deposit_id } });

async function proposals(depositId: number): Promise<string[]> {
  const rows = await adminDb().match.findMany({
    where: { depositId, live: true },
    orderBy: { id: "asc" },
  });
  return rows.map(({ id, state, origin }) => `${id} ${state} ${origin}`);
}

describe("several suggestions in one step", () => {
  test("are confirmed together, each with its posting", async () => {
    const ids = await seed(3);
    const { body } = await decide([...ids, ids[0] ?? 0], "confirm");
    expect(body).toEqual({ message: "3 matches confirmed", decided: ids, skipped: [] });
    const posted = await adminDb().posting.count({ where: { companyId: books.companyId } });
    expect(posted).toBe(3);
    expect(await Promise.all(ids.map((id) => books.statusOf(id)))).toEqual(
      ids.map(() => "matched"),
    );
  });

  test("an outdated one, or one that does not add up, is skipped with its reason", async () => {
    const [good = 0, gone = 0] = await seed(2);
    await dismiss(gone);
    const { deposit: open } = await books.suggestion([
      { line: { gross: 40_00 }, payment: { amount: 39_00 } },
    ]);
    const { body } = await decide([gone, good, open.id], "confirm");
    expect(body.decided).toEqual([good]);
    expect(body.message).toBe("1 match confirmed");
    expect(body.skipped).toEqual([
      { deposit_id: gone, message: expect.stringContaining("no longer has a suggestion") },
      { deposit_id: open.id, message: expect.stringContaining("The totals differ by") },
    ]);
    expect(await books.statusOf(open.id)).toBe("suggested");
    expect(await proposals(open.id)).toHaveLength(1);
  });

  test("are dismissed together", async () => {
    const ids = await seed(2);
    const { body } = await decide(ids, "dismiss");
    expect(body).toEqual({ message: "2 suggestions dismissed", decided: ids, skipped: [] });
    expect((await ok("GET", "/qb/suggestions/", books.token)).suggestions).toEqual([]);
  });

  test("a foreign one among them refuses all", async () => {
    const ids = await seed(1);
    const strangers = await MatchingBooks.create();
    const { deposit } = await strangers.suggestion([thirty]);
    expect((await decide([...ids, deposit.id], "confirm")).status).toBe(404);
    expect(await books.statusOf(ids[0] ?? 0)).toBe("suggested");
    expect(await strangers.statusOf(deposit.id)).toBe("suggested");
  });

  test("two concurrent requests decide each suggestion once", async () => {
    const ids = await seed(4);
    const answers = await Promise.all([decide(ids, "confirm"), decide(ids, "confirm")]);
    const counts = answers.map(({ body }) => body.decided.length).sort();
    expect(counts).toEqual([0, 4]);
    expect(await adminDb().posting.count({ where: { companyId: books.companyId } })).toBe(4);
  });
});

describe("the list of suggestions", () => {
  test("holds the oldest two hundred and says how many there are", async () => {
    const { deposit } = await books.suggestion([thirty]);
    const { companyId, integrationId, txnDate, amount, currency } = deposit;
    const many = await adminDb().deposit.createManyAndReturn({
      data: Array.from({ length: 204 }, (_, index) => ({
        ...{ companyId, integrationId, txnDate, amount, currency },
        providerId: `many-${index}`,
        payoutStatus: "paid" as const,
        status: "suggested" as const,
        itemized: false,
      })),
    });
    await adminDb().match.createMany({
      data: many.map(({ id }) => ({
        ...{ companyId, currency, depositId: id, probability: 0.9, live: true },
        state: "proposed" as const,
        origin: "suggestion" as const,
        kind: "one_to_one" as const,
      })),
    });
    const { suggestions, total } = await ok("GET", "/qb/suggestions/", books.token);
    expect([suggestions.length, total]).toEqual([200, 205]);
  });
});

describe("an undone dismissal", () => {
  const pairs = [thirty, { line: { gross: 5_00 }, payment: { amount: 5_00 }, sure: true }];

  test("restores the suggestion as it was, including the sure pairs", async () => {
    const { deposit } = await books.suggestion(pairs);
    const before = await proposals(deposit.id);
    await dismiss(deposit.id);
    expect(await proposals(deposit.id)).toEqual([]);
    const { body } = await undoDismissal(deposit.id);
    expect(body).toEqual({ message: "Dismissal undone", status: "suggested" });
    expect(await proposals(deposit.id)).toEqual(before);
    expect((await ok("GET", "/qb/suggestions/", books.token)).total).toBe(1);
  });

  test("works once, and only for a dismissed suggestion", async () => {
    const { deposit } = await books.suggestion(pairs);
    expect((await undoDismissal(deposit.id)).status).toBe(409);
    await dismiss(deposit.id);
    expect((await undoDismissal(deposit.id)).status).toBe(200);
    expect((await undoDismissal(deposit.id)).status).toBe(409);
  });

  test("leaves a payment in its new match, and allows the pair again", async () => {
    const { deposit, payments } = await books.suggestion([thirty]);
    await dismiss(deposit.id);
    const other = await books.deposit([{ gross: 30_00 }]);
    await ok("POST", "/qb/match-transaction/", books.token, {
      stripe_transaction_ids: [other.id],
      stripe_transaction_amount: 30,
      quickbooks_transaction_ids: payments.map(({ providerId }) => providerId),
      quickbooks_transaction_amount: 30,
    });
    const { body } = await undoDismissal(deposit.id);
    expect(body).toMatchObject({ status: "pending" });
    expect(await books.matchedWith(other.id)).toHaveLength(1);
    const refused = { depositId: deposit.id, state: "dismissed" } as const;
    expect(await adminDb().match.count({ where: refused })).toBe(0);
  });

  test("does not exist for another company", async () => {
    const { deposit } = await books.suggestion([thirty]);
    await dismiss(deposit.id);
    const strangers = await MatchingBooks.create();
    expect((await undoDismissal(deposit.id, strangers.token)).status).toBe(404);
    expect(await books.statusOf(deposit.id)).toBe("pending");
  });

  test("the engine may propose the pair again", async () => {
    const customer = "Ada Lovelace";
    const { deposit } = await books.suggestion([
      { line: { gross: 30_00, customer }, payment: { amount: 30_00, customer } },
    ]);
    await dismiss(deposit.id);
    const autoMatch = () => ok("POST", "/qb/auto-match/", books.token, { deposit_id: deposit.id });
    expect((await autoMatch()).status).toBe("pending");
    await undoDismissal(deposit.id);
    expect((await autoMatch()).status).not.toBe("pending");
  });
});

describe("an undone confirmation", () => {
  const pairs = [thirty, { line: { gross: 5_00 }, payment: { amount: 5_00 }, sure: true }];
  const confirm = (deposit_id: number) =>
    ok("POST", "/qb/confirm-match/", books.token, { deposit_id });
  const undo = (deposit_id: number) => ok("POST", "/qb/undo/", books.token, { deposit_id });
  const list = () => ok("GET", "/qb/suggestions/", books.token);

  /** Without the ids of its matches (undone ones stay, so that the restored ones are others) and its last change. */
  function unnamed(listed: { suggestions: { deposit: object; matches: object[] }[] }) {
    return listed.suggestions.map(({ deposit, matches, ...suggestion }) => ({
      ...suggestion,
      deposit: { ...deposit, updated_at: "" },
      matches: matches.map((match) => ({ ...match, id: "" })),
    }));
  }

  test("has its suggestion back at once, as it was", async () => {
    const { deposit } = await books.suggestion(pairs);
    const before = await list();
    await confirm(deposit.id);
    expect((await list()).total).toBe(0);
    expect(await undo(deposit.id)).toEqual({ message: "Match undone", status: "suggested" });
    expect(unnamed(await list())).toEqual(unnamed(before));
    expect(
      await adminDb().posting.count({ where: { depositId: deposit.id, state: "queued" } }),
    ).toBe(0);
  });

  test("is remembered: the engine keeps the suggestion, and doesn't decide it alone", async () => {
    const customer = "Ada Lovelace";
    const { deposit } = await books.suggestion([
      { line: { gross: 30_00, customer }, payment: { amount: 30_00, customer } },
    ]);
    await confirm(deposit.id);
    await undo(deposit.id);
    expect(await adminDb().match.count({ where: { depositId: deposit.id, state: "undone" } })).toBe(
      1,
    );
    const answer = await ok("POST", "/qb/auto-match/", books.token, { deposit_id: deposit.id });
    expect(answer.status).toBe("suggested");
    expect(await proposals(deposit.id)).toHaveLength(1);
  });

  test("can be confirmed and dismissed again", async () => {
    const { deposit } = await books.suggestion(pairs);
    await confirm(deposit.id);
    await undo(deposit.id);
    expect((await confirm(deposit.id)).status).toBe("matched");
    await undo(deposit.id);
    expect((await dismiss(deposit.id)).status).toBe("pending");
    expect((await undoDismissal(deposit.id)).body.status).toBe("suggested");
  });

  test("stays pending when one of its payments has gone meanwhile", async () => {
    const { deposit, payments } = await books.suggestion([thirty]);
    await confirm(deposit.id);
    const gone = payments.map(({ id }) => id);
    await adminDb().ledgerPayment.updateMany({
      where: { id: { in: gone } },
      data: { state: "gone" },
    });
    expect(await undo(deposit.id)).toEqual({ message: "Match undone", status: "pending" });
    expect(await proposals(deposit.id)).toEqual([]);
  });

  test("stays pending when a user had chosen the payment", async () => {
    const deposit = await books.deposit([{ gross: 30_00 }]);
    const payment = await books.payment({ amount: 30_00 });
    await ok("POST", "/qb/match-transaction/", books.token, {
      stripe_transaction_ids: [deposit.id],
      stripe_transaction_amount: 30,
      quickbooks_transaction_ids: [payment.providerId],
      quickbooks_transaction_amount: 30,
    });
    expect((await undo(deposit.id)).status).toBe("pending");
    expect(await proposals(deposit.id)).toEqual([]);
  });
});
