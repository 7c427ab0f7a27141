import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { closeDb } from "@/server/platform/db";
import { call } from "../support/client";
import { withBlockingTransaction } from "../support/with-blocking-transaction";
import { RICH_PROOF, richMatches, seedRich } from "./deposit-reads/rich";
import { Seeded } from "./deposit-reads/seeded-books";

let seeded: Seeded;

beforeEach(async () => {
  seeded = await Seeded.create();
});
afterAll(() => closeDb());

describe("the list of suggestions", () => {
  test("holds the same as the deposit's page, and its confidence is that of its weakest match", async () => {
    const rich = await seedRich(seeded, "suggested");
    const { suggestions, total } = await seeded.suggestions();
    const { deposit: page, matches, proof } = await seeded.detail(rich.deposit.id);
    const { questions: _, last_asked: __, ...deposit } = page;
    const lines = deposit.lines.map(
      ({ id, description, plateform, entity, amount, status }: Record<string, unknown>) => ({
        ...{ id, description, plateform, entity, amount, status },
      }),
    );
    expect(total).toBe(1);
    const waiting =
      "Reserve of 5.00 held by Stripe isn't in QuickBooks. Choose what it is booked to.";
    expect(suggestions).toEqual([
      { deposit: { ...deposit, lines }, matches, proof, waiting, probability: 0.7 },
    ]);
    expect([matches, proof]).toEqual([richMatches(rich, "proposed"), RICH_PROOF]);
  });

  test("is oldest first, and has no decided, deleted or foreign suggestion", async () => {
    const { depositId: late } = await seeded.suggested(10_00);
    const { depositId: early } = await seeded.suggested(20_00, {
      txnDate: new Date("2026-02-01"),
    });
    const { depositId: last } = await seeded.suggested(30_00);
    await seeded.suggested(40_00, { deletedAt: new Date() });
    await seeded.deposit([], { status: "suggested" });
    await (await Seeded.create()).suggested(50_00);
    const { suggestions, total } = await seeded.suggestions();
    const ids = suggestions.map((each: { deposit: { id: number } }) => each.deposit.id);
    expect([ids, total]).toEqual([[early, late, last], 3]);
  });
});

describe("a decision during a read", () => {
  /** Dismisses a suggestion while `read` is before the lines. */
  async function dismissedAmid<T>(
    suggested: Awaited<ReturnType<Seeded["suggested"]>>,
    read: () => Promise<T>,
  ) {
    const { companyId } = seeded.books;
    const { depositId, matchId } = suggested;
    return withBlockingTransaction(
      async (tx) => {
        await tx.$executeRaw`LOCK TABLE deposit_lines`;
        await tx.match.update({
          where: { companyId_id: { companyId, id: matchId } },
          data: { state: "dismissed", live: false, decidedAt: new Date() },
        });
        await tx.deposit.update({
          where: { companyId_id: { companyId, id: depositId } },
          data: { status: "pending" },
        });
      },
      { meanwhile: read, blocked: "deposit_lines", scope: seeded.ctx },
    );
  }

  test("leaves the list in its earlier state", async () => {
    const suggested = await seeded.suggested(10_00);
    const before = await seeded.suggestions();
    const { token } = seeded.books;
    const amid = await dismissedAmid(suggested, () => call("GET", "/qb/suggestions/", { token }));
    expect([amid.status, amid.body]).toEqual([200, before]);
    expect(await seeded.suggestions()).toEqual({ suggestions: [], total: 0 });
  });

  test("leaves the deposit in its earlier state", async () => {
    const suggested = await seeded.suggested(10_00);
    const before = await seeded.detail(suggested.depositId);
    const amid = await dismissedAmid(suggested, () => seeded.detail(suggested.depositId));
    expect(amid).toEqual(before);
    expect((await seeded.detail(suggested.depositId)).matches).toEqual([]);
  });
});
