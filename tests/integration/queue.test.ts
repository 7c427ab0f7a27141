import { beforeEach, describe, expect, test } from "vitest";
import type { Queue } from "@/lib/contracts/queue";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { Seeded } from "./deposit-reads/seeded-books";

let seeded: Seeded;

beforeEach(async () => {
  seeded = await Seeded.create();
});

const queue = async (query = ""): Promise<Queue["groups"]> =>
  (await ok("GET", `/qb/queue/${query}`, seeded.books.token)).groups;

const ids = (groups: Queue["groups"]) =>
  groups.map(({ group, deposits }) => [group, deposits.map(({ id }) => id)]);

/** A matched deposit whose posting is in this state. */
async function matched(
  state: "queued" | "failed" | "blocked" | "undone",
  facts: Parameters<Seeded["deposit"]>[1] = {},
): Promise<number> {
  const { id } = await seeded.deposit([{ kind: "charge", gross: 10_00 }], {
    status: "matched",
    ...facts,
  });
  await adminDb().posting.create({
    data: { companyId: seeded.books.companyId, depositId: id, state, message: `It is ${state}.` },
  });
  return id;
}

const open = async (facts: Parameters<Seeded["deposit"]>[1] = {}) =>
  (await seeded.deposit([{ kind: "charge", gross: 7_00, fee: 50 }], facts)).id;

const day = (date: string) => ({ txnDate: new Date(date) });

describe("the queue", () => {
  test("has what was refused first, then suggestions, then what is open, the oldest first", async () => {
    const late = await open(day("2026-03-08"));
    const early = await open(day("2026-03-01"));
    const { depositId: suggested } = await seeded.suggested(5_00);
    const blocked = await matched("blocked", day("2026-03-07"));
    const failed = await matched("failed", day("2026-03-02"));
    // None of these waits for a user.
    await matched("queued");
    await matched("undone");
    await matched("failed", { deletedAt: new Date() });
    await open({ deletedAt: new Date() });
    await seeded.deposit([], { status: "posted", quickbooksId: "1" });
    const groups = await queue();
    expect(ids(groups)).toEqual([
      ["not_posted", [failed, blocked]],
      ["suggested", [suggested]],
      ["open", [early, late]],
    ]);
    expect(groups[0]?.deposits.map(({ reason }) => [reason?.code, reason?.text])).toEqual([
      ["posting_failed", "It is failed."],
      ["posting_blocked", "It is blocked."],
    ]);
    expect(groups[1]?.deposits[0]?.reason?.code).toBe("suggested");
  });

  test("counts and adds up whole groups by currency, as the rows themselves do", async () => {
    for (let index = 0; index < 12; index += 1) await open();
    for (const currency of ["EUR", "JPY", "EUR"]) await open({ currency });
    await matched("failed", { currency: "JPY" });
    await matched("blocked");
    await matched("blocked");
    await seeded.suggested(5_00);
    const groups = await queue("?limit=3");
    expect(groups.map(({ deposits }) => deposits.length)).toEqual([3, 1, 3]);
    const counted = await adminDb().deposit.groupBy({
      by: ["currency"],
      where: { companyId: seeded.books.companyId, status: "pending", deletedAt: null },
      _count: true,
      _sum: { amount: true },
    });
    const [notPosted, suggested, waiting] = groups;
    expect(waiting?.count).toBe(counted.reduce((sum, { _count }) => sum + _count, 0));
    expect(
      Object.fromEntries(counted.map(({ currency, _sum }) => [currency, _sum.amount])),
    ).toEqual({ USD: 7800n, EUR: 1300n, JPY: 650n });
    expect(waiting?.sums).toEqual([
      { currency: "USD", amount: "78.00" },
      { currency: "EUR", amount: "13.00" },
      { currency: "JPY", amount: "650.00" },
    ]);
    expect([notPosted?.count, notPosted?.sums]).toEqual([
      3,
      [
        { currency: "USD", amount: "20.00" },
        { currency: "JPY", amount: "1000.00" },
      ],
    ]);
    expect([suggested?.count, suggested?.sums]).toEqual([1, [{ currency: "USD", amount: "5.00" }]]);
  });

  test("shows of a deposit what the list shows of it", async () => {
    await open();
    await matched("failed");
    const shown = (await queue()).flatMap(({ deposits }) => deposits);
    const { deposits } = await ok("GET", "/qb/deposit-status/", seeded.books.token);
    const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
    expect(shown.sort(byId)).toEqual(deposits.sort(byId));
  });

  test("is as long as it is asked to be", async () => {
    for (let index = 0; index < 60; index += 1) await open();
    const lengths = async (query: string) => (await queue(query))[2]?.deposits.length;
    expect([await lengths(""), await lengths("?limit=45"), await lengths("?limit=55")]).toEqual([
      10, 45, 55,
    ]);
    for (const limit of ["0", "201", "many"]) {
      const answer = await call("GET", `/qb/queue/?limit=${limit}`, { token: seeded.books.token });
      expect(answer.status, limit).toBe(400);
    }
  });

  test("has nothing of another company, and needs a session", async () => {
    const other = await Seeded.create();
    await other.suggested(5_00);
    await other.deposit([]);
    const groups = await queue();
    expect(groups.map(({ count, sums, deposits }) => [count, sums, deposits])).toEqual(
      Array(3).fill([0, [], []]),
    );
    expect((await call("GET", "/qb/queue/")).status).toBe(401);
  });
});

describe("the summary", () => {
  test("counts what is matched and can't be posted", async () => {
    await matched("failed");
    await matched("blocked");
    await matched("queued");
    await matched("failed", { deletedAt: new Date() });
    const { matched: count, not_posted } = await ok("GET", "/summary/", seeded.books.token);
    expect([count, not_posted]).toEqual([3, 2]);
  });
});
