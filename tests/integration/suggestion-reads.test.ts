import { beforeEach, describe, expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { withBlockingTransaction } from "../support/with-blocking-transaction";
import { RICH_PROOF, richMatches, seedRich } from "./deposit-reads/rich";
import { Seeded } from "./deposit-reads/seeded-books";

let seeded: Seeded;

beforeEach(async () => {
  seeded = await Seeded.create();
});

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

  test("is read on from page to page, also when the last one read is decided meanwhile", async () => {
    const { companyId } = seeded.books;
    const { depositId } = await seeded.suggested(10_00);
    const like = { companyId, id: depositId };
    const { integrationId } = await adminDb().deposit.findFirstOrThrow({ where: like });
    // Three of them on each day.
    await adminDb().$executeRaw`
      WITH made AS (
        INSERT INTO deposits (company_id, integration_id, provider_id, status, payout_status, txn_date,
          amount, currency, itemized)
        SELECT ${companyId}::uuid, ${integrationId}::uuid, 'po_page_' || n, 'suggested', 'paid',
          date '2026-03-05' + n / 3, 1000, 'USD', false
        FROM generate_series(1, 449) n RETURNING id)
      INSERT INTO matches (company_id, deposit_id, state, live, origin, kind, probability, currency)
      SELECT ${companyId}::uuid, id, 'proposed', true, 'suggestion', 'one_to_one', 0.9, 'USD' FROM made`;
    const idsOf = (list: { suggestions: { deposit: { id: number } }[] }) =>
      list.suggestions.map(({ deposit }) => deposit.id);
    const read = async (after: string) =>
      ok("GET", `/qb/suggestions/?after=${after}`, seeded.books.token);

    const first = await seeded.suggestions();
    expect([first.suggestions.length, first.total]).toEqual([200, 450]);
    const last = { companyId, id: idsOf(first).at(-1) ?? 0 };
    await adminDb().deposit.update({ where: { companyId_id: last }, data: { status: "matched" } });
    const second = await read(first.next);
    const third = await read(second.next);
    expect([second.suggestions.length, second.total]).toEqual([200, 449]);
    expect([third.suggestions.length, third.next]).toEqual([50, null]);
    const all = [first, second, third].flatMap(idsOf);
    expect(new Set(all).size).toBe(450);
    const rows = await adminDb().deposit.findMany({
      where: { companyId, status: { in: ["suggested", "matched"] } },
      orderBy: [{ txnDate: "asc" }, { id: "asc" }],
    });
    expect(all).toEqual(rows.map(({ id }) => id));
  });

  test("refuses a cursor that it did not give", async () => {
    for (const after of ["1", "2026-02-31_5", "2026-03-05_x", "2026-03-05_1_2"]) {
      const { status, body } = await call("GET", `/qb/suggestions/?after=${after}`, {
        token: seeded.books.token,
      });
      expect([status, Object.keys(body.fields)]).toEqual([400, ["after"]]);
    }
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
    // What is kept of the answer is out of date: it is read.
    await adminDb().company.update({ where: { id: companyId }, data: { summarizedOn: null } });
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
    expect(await seeded.suggestions()).toEqual({ suggestions: [], total: 0, next: null });
  });

  test("leaves the deposit in its earlier state", async () => {
    const suggested = await seeded.suggested(10_00);
    const before = await seeded.detail(suggested.depositId);
    const amid = await dismissedAmid(suggested, () => seeded.detail(suggested.depositId));
    expect(amid).toEqual(before);
    expect((await seeded.detail(suggested.depositId)).matches).toEqual([]);
  });
});
