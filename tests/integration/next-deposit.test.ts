import { beforeEach, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

let books: MatchingBooks;

beforeEach(async () => {
  books = await MatchingBooks.create();
});

const CHARGE = { gross: 100_00, fee: 3_20 };

async function seed(day: number, status: "pending" | "suggested" | "matched" | "posted") {
  const { id, lines } = await books.deposit([CHARGE]);
  await adminDb().deposit.update({
    where: { companyId_id: { companyId: books.companyId, id } },
    data: {
      status,
      txnDate: new Date(Date.UTC(2026, 2, day)),
      quickbooksId: status === "posted" ? `${id}` : null,
    },
  });
  return { id, lines };
}

async function stuck(day: number, state: "failed" | "blocked") {
  const { id } = await seed(day, "matched");
  await adminDb().posting.create({ data: { companyId: books.companyId, depositId: id, state } });
  return id;
}

async function neighbour(after: number, direction: "next" | "previous" = "next") {
  const path = `/qb/next-deposit/?after=${after}&direction=${direction}`;
  const { deposit } = await ok("GET", path, books.token);
  return deposit?.id ?? null;
}

/** Walks from one end to the other. */
async function walk(from: number, direction: "next" | "previous"): Promise<number[]> {
  const seen = [];
  for (let at: number | null = from; at !== null && seen.length < 20; ) {
    seen.push(at);
    at = await neighbour(at, direction);
  }
  return seen;
}

test("what couldn't be posted comes first, then suggestions, then pending ones, each by date", async () => {
  const pendingLate = await seed(9, "pending");
  const pendingEarly = await seed(2, "pending");
  const twin = await seed(2, "pending");
  const suggested = await seed(20, "suggested");
  const failed = await stuck(8, "failed");
  const blocked = await stuck(4, "blocked");
  await seed(1, "matched");
  await seed(3, "posted");
  const queue = [blocked, failed, suggested.id, pendingEarly.id, twin.id, pendingLate.id];
  expect(await walk(blocked, "next")).toEqual(queue);
  expect(await walk(pendingLate.id, "previous")).toEqual(queue.toReversed());
});

test("a deposit that is done is followed by the first one, and preceded by none", async () => {
  const done = await seed(5, "posted");
  expect(await neighbour(done.id)).toBeNull();
  const open = await seed(9, "pending");
  expect(await neighbour(done.id)).toBe(open.id);
  expect(await neighbour(done.id, "previous")).toBeNull();
});

test("what can only be waited for is left out", async () => {
  const first = await seed(1, "pending");
  const transit = await seed(2, "pending");
  await adminDb().deposit.update({
    where: { companyId_id: { companyId: books.companyId, id: transit.id } },
    data: { payoutStatus: "in_transit" },
  });
  const deleted = await seed(3, "pending");
  await ok("POST", "/qb/delete-deposit/", books.token, { deposit_id: deleted.id });
  const waiting = await seed(4, "pending");
  const wait = (until: string | null) =>
    ok("POST", "/qb/wait-for-line/", books.token, {
      deposit_id: waiting.id,
      line_id: waiting.lines[0]?.id,
      until,
    });
  await wait("2099-12-31");
  const last = await seed(5, "pending");
  expect(await neighbour(first.id)).toBe(last.id);
  await wait(null);
  expect(await neighbour(first.id)).toBe(waiting.id);
});

test("shows what its button needs", async () => {
  const first = await seed(1, "pending");
  const second = await seed(2, "suggested");
  const { deposit } = await ok(
    "GET",
    `/qb/next-deposit/?after=${first.id}&direction=previous`,
    books.token,
  );
  expect(deposit).toEqual({
    ...{ id: second.id, txn_date: "2026-03-02", total_amt: "96.80", currency: "USD" },
    ...{ source: "Stripe", status: "suggested" },
  });
});

test("a deposit of another company, or none, is not found", async () => {
  const { id } = await seed(1, "pending");
  const other = await MatchingBooks.create();
  for (const after of [id, 2_000_000_000]) {
    const { status } = await call("GET", `/qb/next-deposit/?after=${after}`, {
      token: other.token,
    });
    expect(status).toBe(404);
  }
});
