import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, dateInZone, toDayNumber } from "@/lib/dates";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { Signed } from "./bad-input/signed";

let signed: Signed;
let integrationId: string;

beforeAll(async () => {
  signed = await Signed.create();
  const { companyId } = signed.owner;
  const stripe = await adminDb().integration.findFirstOrThrow({
    where: { companyId, provider: "stripe" },
  });
  integrationId = stripe.id;
});

/** The company's day, which isn't always the one in Greenwich. */
const daysBefore = (days: number) =>
  new Date(addDays(dateInZone(new Date(), DEFAULT_TIME_ZONE), -days));

let made = 0;

function makeDeposit(daysAgo: number) {
  made += 1;
  return adminDb().deposit.create({
    data: {
      companyId: signed.owner.companyId,
      integrationId,
      providerId: `po_count_${made}`,
      payoutStatus: "paid",
      txnDate: daysBefore(daysAgo),
      amount: 100n,
      currency: "USD",
      itemized: false,
    },
  });
}

/** The counts kept by the trigger, and the rows that they count. */
async function counts() {
  const kept = await adminDb().$queryRaw`
    SELECT txn_date, status::text, currency, deposits, amount::text FROM deposit_counts
    WHERE deposits > 0 ORDER BY 1, 2, 3`;
  const counted = await adminDb().$queryRaw`
    SELECT txn_date, status::text, currency, count(*)::int AS deposits, sum(amount)::text AS amount
    FROM deposits WHERE deleted_at IS NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
  const totals = await adminDb().$queryRaw`
    SELECT status::text, currency, deposits, amount::text FROM deposit_totals
    WHERE deposits > 0 ORDER BY 1, 2`;
  const summed = await adminDb().$queryRaw`
    SELECT status::text, currency, count(*)::int AS deposits, sum(amount)::text AS amount
    FROM deposits WHERE deleted_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2`;
  return { kept: [kept, totals], counted: [counted, summed] };
}

type Change = (id: number, day: number) => Promise<unknown>;

const key = (id: number) => ({ companyId_id: { companyId: signed.owner.companyId, id } });

const CHANGES: Record<string, Change> = {
  match: (id) => adminDb().deposit.update({ where: key(id), data: { status: "matched" } }),
  suggest: (id) => adminDb().deposit.update({ where: key(id), data: { status: "suggested" } }),
  move: (id, day) =>
    adminDb().deposit.update({
      where: key(id),
      data: { txnDate: daysBefore(day) },
    }),
  bury: (id) => adminDb().deposit.update({ where: key(id), data: { deletedAt: new Date() } }),
  revive: (id) => adminDb().deposit.update({ where: key(id), data: { deletedAt: null } }),
  correct: (id, day) =>
    adminDb().deposit.update({
      where: key(id),
      data: { amount: BigInt(day * 100 - 300), currency: day % 2 === 0 ? "USD" : "EUR" },
    }),
  erase: async (id, day) => {
    await adminDb().deposit.delete({ where: key(id) });
    await makeDeposit(day);
  },
};

describe("the counts of deposits", () => {
  test("equal a fresh count after every change, also concurrent ones", async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => makeDeposit(index * 10)));
    const step = fc.tuple(fc.constantFrom(...Object.keys(CHANGES)), fc.nat(11), fc.nat(70));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        // The amount of one with lines can't be corrected: it is their sum.
        const rows = await adminDb().deposit.findMany({
          where: { lines: { none: {} } },
          ...{ take: 12, orderBy: { id: "asc" } },
        });
        const once = new Map(steps.map((each) => [rows[each[1]]?.id ?? 0, each]));
        await Promise.all(
          [...once].map(([id, [change, , day]]) =>
            id > 0 ? CHANGES[change]?.(id, day) : undefined,
          ),
        );
        const { kept, counted } = await counts();
        expect(kept).toEqual(counted);
      }),
      { numRuns: 30, endOnFailure: true },
    );
  });

  test("changes of many days in opposite order do not deadlock", async () => {
    const days = [1, 2, 3, 4, 5, 6, 7, 8];
    const [up, down] = await Promise.all([
      Promise.all(days.map(makeDeposit)),
      Promise.all(days.map(makeDeposit)),
    ]);
    const runInCompanyQueue = (ids: number[]) =>
      adminDb().$transaction(
        ids.map((id) =>
          adminDb().deposit.update({ where: key(id), data: { status: "suggested" } }),
        ),
      );
    await Promise.all([
      runInCompanyQueue(up.map(({ id }) => id)),
      runInCompanyQueue(down.map(({ id }) => id).reverse()),
    ]);
    const { kept, counted } = await counts();
    expect(kept).toEqual(counted);
  });
});

describe("readers of the counts", () => {
  test("the dashboard compares the last thirty days with the thirty before", async () => {
    await adminDb().deposit.deleteMany({});
    for (const daysAgo of [1, 29, 30, 40, 200]) await makeDeposit(daysAgo);
    const rows = await adminDb().deposit.findMany({ orderBy: { txnDate: "desc" } });
    const [newest, other, before] = rows.map(({ id }) => id);
    await CHANGES.match?.(newest ?? 0, 0);
    await CHANGES.match?.(before ?? 0, 0);
    await adminDb().deposit.update({
      where: key(other ?? 0),
      data: { currency: "EUR", amount: 250n },
    });
    const { from, to, ...metrics } = await ok("GET", "/user/dashboard-status/api/", signed.token);
    expect(toDayNumber(to) - toDayNumber(from)).toBe(29);
    const usd = { currency: "USD", amount: "1.00" };
    const eur = { currency: "EUR", amount: "2.50" };
    const period = "vs. previous 30 days";
    expect(metrics).toEqual({
      deposits_matched: { value: 1, change: "+0", period, amounts: [usd] },
      pending_matches: { value: 1, change: "+0", period, amounts: [eur] },
      match_rate: { value: "50%", change: "+0 pts", period, amounts: [eur, usd] },
      recent_activity: { value: 0, by_you: 0, amounts: [] },
    });
    await adminDb().deposit.update({
      where: key(other ?? 0),
      data: { status: "posted", quickbooksId: "77" },
    });
    const later = await ok("GET", "/user/dashboard-status/api/", signed.token);
    expect(later.match_rate).toMatchObject({ value: "100%", change: "+50 pts" });
    expect(later.recent_activity).toEqual({ value: 1, by_you: 0, amounts: [eur] });
    await CHANGES.erase?.(other ?? 0, 29);
  });

  test("a list shows its total by status, by search, and page by page", async () => {
    const list = (query: string) => ok("GET", `/qb/deposit-status/${query}`, signed.token);
    const all = await list("");
    expect([all.total, all.page_size, all.deposits.length]).toEqual([5, 5, 5]);
    const ids = (body: { deposits: { id: number }[] }) => body.deposits.map(({ id }) => id);
    const pages = [await list("?page=1&page_size=3"), await list("?page=2&page_size=3")];
    expect(pages.map(({ total }) => total)).toEqual([5, 5]);
    expect(pages.flatMap(ids)).toEqual(ids(all));
    expect((await list("?status=Pending")).total).toBe(3);
    expect((await list("?status=matched&sort=amount")).deposits).toHaveLength(2);
    const [wanted] = all.deposits;
    const found = await list(`?q=${wanted.source_id.toUpperCase()}`);
    expect([found.total, ids(found)]).toEqual([1, [wanted.id]]);
    expect((await list("?q=po%25")).total).toBe(0);
  });

  test("another company's deposits are not counted", async () => {
    const other = await Signed.create();
    const answer = await call("GET", "/qb/deposit-status/?page=1", { token: other.token });
    expect(answer.body.total).toBe(1);
  });
});
