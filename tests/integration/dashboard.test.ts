import { beforeAll, describe, expect, test } from "vitest";
import { addDays, dateInZone, fromDayNumber, toDayNumber } from "@/lib/dates";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { Signed } from "./bad-input/signed";

/** Fourteen hours ahead of UTC: most of the day its date differs from the server's. */
const ZONE = "Pacific/Kiritimati";
const today = () => dateInZone(new Date(), ZONE);

let signed: Signed;
let integrationId: string;
let made = 0;

beforeAll(async () => {
  signed = await Signed.create();
  const { companyId } = signed.owner;
  await adminDb().companySettings.update({ where: { companyId }, data: { timeZone: ZONE } });
  ({ id: integrationId } = await adminDb().integration.findFirstOrThrow({
    where: { companyId, provider: "stripe" },
  }));
  await adminDb().deposit.deleteMany({});
});

type Status = "pending" | "suggested" | "matched" | "posted";

async function makeDeposit(date: string, status: Status): Promise<number> {
  made += 1;
  const { id } = await adminDb().deposit.create({
    data: {
      companyId: signed.owner.companyId,
      integrationId,
      providerId: `po_dashboard_${made}`,
      payoutStatus: "paid",
      txnDate: new Date(date),
      amount: 100n,
      currency: "USD",
      itemized: false,
      status,
      quickbooksId: status === "posted" ? String(made) : null,
    },
  });
  return id;
}

interface Decision {
  probability: number;
  daysAgo?: number;
  origin?: "auto" | "suggestion" | "manual";
  state?: "accepted" | "undone" | "superseded";
  byPerson?: boolean;
  /** A user confirmed it before it was undone. */
  confirmed?: boolean;
}

/** One match, as the product's verbs store it. */
async function decide(depositId: number, decision: Decision): Promise<void> {
  const { probability, daysAgo = 1, origin = "auto", state = "accepted" } = decision;
  const { companyId, userId } = signed.owner;
  const createdAt = new Date(Date.now() - daysAgo * 86_400_000);
  const later = (minutes: number) => new Date(createdAt.getTime() + minutes * 60_000);
  if (decision.confirmed) {
    await adminDb().auditEvent.create({
      data: {
        companyId,
        userId,
        action: "deposit.confirmed",
        entity: "deposit",
        entityId: String(depositId),
        at: later(5),
      },
    });
  }
  const isUndone = state === "undone";
  await adminDb().match.create({
    data: {
      companyId,
      depositId,
      state,
      live: state === "accepted",
      origin,
      kind: "one_to_one",
      probability,
      currency: "USD",
      createdAt,
      decidedAt: isUndone ? later(10) : createdAt,
      decidedBy: isUndone || decision.byPerson ? userId : null,
    },
  });
}

const trendOf = async (unit: string) =>
  (await ok("GET", `/dashboard/trend/?unit=${unit}`, signed.token)).points as {
    start: string;
    last: string;
    matched: number;
    pending: number;
    matched_amount: string;
    pending_amount: string;
  }[];

describe("the trend", () => {
  test("has twelve weeks from Monday and ends on the company's own today", async () => {
    const points = await trendOf("week");
    expect(points).toHaveLength(12);
    // 1970-01-01 was a Thursday.
    expect(points.map(({ start }) => (toDayNumber(start) + 3) % 7)).toEqual(Array(12).fill(0));
    expect(points.slice(0, -1).map(({ last }) => addDays(last, 1))).toEqual(
      points.slice(1).map(({ start }) => start),
    );
    expect(points.at(-1)?.last).toBe(today());
  });

  test("has twelve calendar months without a gap", async () => {
    const points = await trendOf("month");
    expect(points).toHaveLength(12);
    expect(points.every(({ start }) => start.endsWith("-01"))).toBe(true);
    expect(points.slice(0, -1).map(({ last }) => addDays(last, 1))).toEqual(
      points.slice(1).map(({ start }) => start),
    );
    expect(points.at(-1)?.last).toBe(today());
  });

  test("counts each deposit in its own period, and none with a later date", async () => {
    const weeks = await trendOf("week");
    const [first, second] = weeks;
    if (!first || !second) throw new Error("there are no weeks");
    await makeDeposit(first.start, "posted");
    await makeDeposit(first.last, "matched");
    await makeDeposit(second.start, "suggested");
    await makeDeposit(addDays(first.start, -1), "pending");
    await makeDeposit(today(), "pending");
    await makeDeposit(addDays(today(), 1), "matched");
    const counts = (await trendOf("week")).map(({ matched, pending }) => [matched, pending]);
    expect(counts).toEqual([[2, 0], [0, 1], ...Array.from({ length: 9 }, () => [0, 0]), [0, 1]]);
    const [oldest, next] = await trendOf("week");
    expect([oldest?.matched_amount, oldest?.pending_amount]).toEqual(["2.00", "0.00"]);
    expect([next?.matched_amount, next?.pending_amount]).toEqual(["0.00", "1.00"]);
    const months = await trendOf("month");
    const sum = (key: "matched" | "pending") =>
      months.reduce((total, point) => total + point[key], 0);
    expect([sum("matched"), sum("pending")]).toEqual([2, 3]);
  });

  test("is about one currency: the most frequent, or the one that is asked for", async () => {
    const id = await makeDeposit(today(), "suggested");
    await adminDb().deposit.update({
      where: { companyId_id: { companyId: signed.owner.companyId, id } },
      data: { currency: "JPY", amount: 500n },
    });
    const path = "/dashboard/trend/?unit=month";
    const usual = await ok("GET", path, signed.token);
    expect([usual.currency, usual.currencies]).toEqual(["USD", ["USD", "JPY"]]);
    const { currency, points } = await ok("GET", `${path}&currency=JPY`, signed.token);
    expect(currency).toBe("JPY");
    expect(points).toHaveLength(12);
    expect(points.at(-1)).toMatchObject({ matched: 0, pending: 1, pending_amount: "500.00" });
    await adminDb().deposit.deleteMany({ where: { id } });
    const none = await ok("GET", `${path}&currency=JPY`, signed.token);
    expect([none.points.length, none.points.at(-1).pending]).toEqual([12, 0]);
    const answer = await call("GET", `${path}&currency=yen`, { token: signed.token });
    expect(answer.status).toBe(400);
  });

  test("uses weeks by default, and refuses unknown units", async () => {
    expect((await ok("GET", "/dashboard/trend/", signed.token)).unit).toBe("week");
    const answer = await call("GET", "/dashboard/trend/?unit=day", { token: signed.token });
    expect(answer.status).toBe(400);
  });
});

describe("deposits posted this month", () => {
  test("are counted by the company's own month", async () => {
    const before = await ok("GET", "/summary/", signed.token);
    const firstOfMonth = `${today().slice(0, 8)}01`;
    await makeDeposit(firstOfMonth, "posted");
    await makeDeposit(fromDayNumber(toDayNumber(firstOfMonth) - 1), "posted");
    const after = await ok("GET", "/summary/", signed.token);
    expect(after.posted - before.posted).toBe(2);
    expect(after.posted_this_month - before.posted_this_month).toBe(1);
  });
});

describe("the engine's confidence", () => {
  test("counts automatic decisions of the last 90 days, deposit by deposit", async () => {
    expect(await ok("GET", "/dashboard/confidence/", signed.token)).toEqual({
      days: 90,
      automatic: 0,
      undone: 0,
      expected_undone: 0,
      changed_in_books: 0,
    });
    const deposit = () => makeDeposit(today(), "pending");
    const twice = await deposit();
    await decide(twice, { probability: 0.9 });
    await decide(twice, { probability: 0.9 });
    const undone = await deposit();
    await decide(undone, { probability: 0.95, state: "undone" });
    await decide(await deposit(), { probability: 0.99, state: "superseded" });
    // None of these is a recent automatic decision.
    await decide(await deposit(), { probability: 0.6, byPerson: true });
    await decide(await deposit(), { probability: 0.6, state: "undone", confirmed: true });
    await decide(await deposit(), { probability: 1, origin: "manual", byPerson: true });
    await decide(await deposit(), { probability: 1, origin: "manual", state: "undone" });
    await decide(await deposit(), { probability: 0.9, daysAgo: 91 });

    const { expected_undone, ...counts } = await ok("GET", "/dashboard/confidence/", signed.token);
    expect(counts).toEqual({ days: 90, automatic: 3, undone: 1, changed_in_books: 1 });
    expect(expected_undone).toBeCloseTo(1 - 0.81 + 0.05 + 0.01, 10);
  });

  test("does not count another company's decisions", async () => {
    const other = await Signed.create();
    const { automatic } = await ok("GET", "/dashboard/confidence/", other.token);
    expect(automatic).toBe(0);
    const { points } = await ok("GET", "/dashboard/trend/?unit=month", other.token);
    expect(points.map(({ matched }: { matched: number }) => matched)).toEqual(Array(12).fill(0));
  });
});
