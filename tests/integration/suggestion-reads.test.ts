import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { closeDb } from "@/server/db";
import { call } from "../setup/client";
import { heldChange } from "../setup/held-change";
import { Planted } from "./deposit-reads/planted";
import { plantRich, RICH_PROOF, richMatches } from "./deposit-reads/rich";

let planted: Planted;

beforeEach(async () => {
  planted = await Planted.create();
});
afterAll(() => closeDb());

describe("the list of suggestions", () => {
  test("holds what the deposit's own page says, the weakest match deciding", async () => {
    const rich = await plantRich(planted, "suggested");
    const { suggestions, total } = await planted.suggestions();
    const { deposit, matches, proof } = await planted.detail(rich.deposit.id);
    const lines = deposit.lines.map(
      ({ id, description, plateform, entity, amount, status }: Record<string, unknown>) => ({
        ...{ id, description, plateform, entity, amount, status },
      }),
    );
    expect(total).toBe(1);
    expect(suggestions).toEqual([
      { deposit: { ...deposit, lines }, matches, proof, probability: 0.7 },
    ]);
    expect([matches, proof]).toEqual([richMatches(rich, "proposed"), RICH_PROOF]);
  });

  test("begins with the oldest, and has nothing that does not wait, is deleted or another's", async () => {
    const { depositId: late } = await planted.suggested(10_00);
    const { depositId: early } = await planted.suggested(20_00, {
      txnDate: new Date("2026-02-01"),
    });
    const { depositId: last } = await planted.suggested(30_00);
    await planted.suggested(40_00, { deletedAt: new Date() });
    await planted.deposit([], { status: "suggested" });
    await (await Planted.create()).suggested(50_00);
    const { suggestions, total } = await planted.suggestions();
    const ids = suggestions.map((each: { deposit: { id: number } }) => each.deposit.id);
    expect([ids, total]).toEqual([[early, late, last], 3]);
  });
});

describe("a decision that falls into the middle of a read", () => {
  /** Dismisses a suggestion while `read` stands before the lines. */
  async function dismissedAmid<T>(
    suggested: Awaited<ReturnType<Planted["suggested"]>>,
    read: () => Promise<T>,
  ) {
    const { companyId } = planted.books;
    const { depositId, matchId } = suggested;
    return heldChange(
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
      { meanwhile: read, blocked: "deposit_lines", scope: planted.ctx },
    );
  }

  test("leaves the list as it was before", async () => {
    const suggested = await planted.suggested(10_00);
    const before = await planted.suggestions();
    const { token } = planted.books;
    const amid = await dismissedAmid(suggested, () => call("GET", "/qb/suggestions/", { token }));
    expect([amid.status, amid.body]).toEqual([200, before]);
    expect(await planted.suggestions()).toEqual({ suggestions: [], total: 0 });
  });

  test("leaves the deposit as it was before", async () => {
    const suggested = await planted.suggested(10_00);
    const before = await planted.detail(suggested.depositId);
    const amid = await dismissedAmid(suggested, () => planted.detail(suggested.depositId));
    expect(amid).toEqual(before);
    expect((await planted.detail(suggested.depositId)).matches).toEqual([]);
  });
});
