import { beforeEach, describe, expect, test } from "vitest";
import type { PostingState, Prisma } from "@/generated/prisma/client";
import { adminDb } from "../support/admin-db";
import { call } from "../support/client";
import { RICH_PROOF, richJournal, richMatches, seedRich } from "./deposit-reads/rich";
import { Seeded } from "./deposit-reads/seeded-books";

let seeded: Seeded;

beforeEach(async () => {
  seeded = await Seeded.create();
});

describe("one deposit", () => {
  test("has its lines, each with its match, its matches, and its sum", async () => {
    const rich = await seedRich(seeded, "matched");
    const [charge, second, refund, reserve, fee] = rich.deposit.lines.map(({ id }) => id);
    const { first, later } = rich.matchIds;
    const line = {
      description: "",
      plateform: "Stripe",
      entity: "",
      date: "2026-03-03",
      wait: null,
      finding: null,
      found: null,
      offer: null,
    };
    const free = { fee: "0.00", fee_predicted: false };
    expect(await seeded.detail(rich.deposit.id)).toEqual({
      deposit: {
        id: rich.deposit.id,
        txn_date: "2026-03-05",
        total_amt: "119.05",
        currency: "EUR",
        deposit_to_acc_name: "",
        quickbook_id: "",
        status: "matched",
        source: "Stripe",
        source_type: "stripe",
        source_account: "",
        source_id: rich.deposit.providerId,
        payout_status: "paid",
        payout_issue: "",
        posting: null,
        ...{ reason: null, open_lines: 1, fees: "4.95" },
        ...{ updated_at: expect.any(String), deleted_at: null },
        line_counts: { charges: 2, refunds: 1, disputes: 0 },
        ...{ questions: [], last_asked: "" },
        lines: [
          {
            ...{ ...line, id: charge, description: "Order 1", entity: "Ada", match_id: first },
            ...{ kind: "charge", status: "matched", amount: "100.00", net: "96.80" },
            ...{ fee: "3.20", fee_predicted: false },
          },
          {
            ...{ ...line, id: second, entity: "Bob", match_id: later },
            ...{ kind: "charge", status: "matched", amount: "50.00", net: "48.25" },
            ...{ fee: "1.75", fee_predicted: false },
          },
          {
            ...{ ...line, ...free, id: refund, match_id: first },
            ...{ kind: "refund", status: "matched", amount: "-20.00", net: "-20.00" },
          },
          {
            ...{ ...line, ...free, id: reserve, match_id: null },
            ...{ kind: "reserve", status: "pending", amount: "-5.00", net: "-5.00" },
            offer: { first: "choose_account", book_to: null, origin: "" },
          },
          {
            ...{ ...line, id: fee, fee: "0.00", fee_predicted: true, match_id: null },
            ...{ kind: "fee", status: "booked", amount: "-1.00", net: "-1.00" },
          },
        ],
      },
      bank_name: "",
      earliest_date: null,
      reasons: [],
      currency_differs: false,
      quickbooks_url: "",
      time_zone: "America/New_York",
      matches: richMatches(rich, "accepted"),
      earlier_choices: [],
      proof: RICH_PROOF,
      bookings: [
        {
          ...{ line_id: reserve, kind: "reserve", amount: "-5.00", account: null },
          text: "Reserve of 5.00 held by Stripe isn't in QuickBooks.",
          always: "Always for reserves from Stripe",
        },
      ],
      planned: [],
      journal: richJournal(rich),
      history: [],
    });
  });

  test("shows suggestions but no past matches", async () => {
    const deposit = await seeded.deposit([{ kind: "charge", gross: 30_00 }]);
    const lineIds = deposit.lines.map(({ id }) => id);
    const paymentIds = [(await seeded.payment(30_00)).id];
    for (const state of ["dismissed", "undone", "superseded"] as const) {
      await seeded.match(deposit.id, { lineIds, paymentIds }, { state });
    }
    const before = await seeded.detail(deposit.id);
    expect([before.matches, before.deposit.lines[0]]).toEqual([
      [],
      expect.objectContaining({ match_id: null, status: "pending" }),
    ]);
    expect(before.proof).toMatchObject({ payments: "0.00", difference: "30.00", closes: false });
    const { depositId, matchId } = await seeded.suggested(40_00);
    const { deposit: suggested, matches } = await seeded.detail(depositId);
    expect(suggested.lines[0]).toMatchObject({ match_id: matchId, status: "suggested" });
    expect(matches).toMatchObject([{ id: matchId, state: "proposed" }]);
  });

  test("that was never itemized has a match and no lines; amounts keep their full length", async () => {
    const facts = { itemized: false, amount: 9_007_199_254_740_991n, currency: "JPY" };
    const { id } = await seeded.deposit([], { ...facts, status: "matched" });
    await seeded.match(id, { lineIds: [], paymentIds: [] }, { state: "accepted" });
    const { deposit, matches } = await seeded.detail(id);
    expect([deposit.lines, deposit.total_amt]).toEqual([[], "9007199254740991.00"]);
    expect(matches).toMatchObject([{ line_ids: [], payments: [] }]);
  });

  test("shows the current posting in each of its states, and none that was undone", async () => {
    const { companyId } = seeded.books;
    const { deposit } = await seedRich(seeded, "matched");
    const of = { companyId, depositId: deposit.id };
    const now = new Date();
    const posting = (
      state: PostingState,
      facts: Partial<Prisma.PostingUncheckedCreateInput> = {},
    ) => adminDb().posting.create({ data: { ...of, state, message: `is ${state}`, ...facts } });
    await posting("undone", { undoneAt: now });
    expect((await seeded.detail(deposit.id)).deposit.posting).toBeNull();
    for (const state of ["queued", "sending", "posted", "blocked", "failed", "undoing"] as const) {
      const adopted = state === "posted";
      const { id } = await posting(state, {
        ...(adopted && { adopted, quickbooksDepositId: "12", postedAt: now }),
        ...(state === "sending" && { heartbeatAt: now }),
      });
      const { deposit: shown } = await seeded.detail(deposit.id);
      expect(shown.posting).toEqual({ state, message: `is ${state}`, adopted });
      await adminDb().posting.delete({ where: { companyId_id: { companyId, id } } });
    }
  });

  test("shows the bank account only when one is chosen and QuickBooks is connected", async () => {
    const { companyId } = seeded.books;
    const { id } = await seeded.deposit([]);
    const change = (data: Prisma.IntegrationUpdateManyMutationInput) =>
      adminDb().integration.updateMany({ where: { companyId, provider: "quickbooks" }, data });
    await change({ settings: { bankId: "35", bankName: "Checking", bankCurrency: "USD" } });
    const { bank_name, deposit } = await seeded.detail(id);
    expect([bank_name, deposit.deposit_to_acc_name]).toEqual(["Checking", "Checking"]);
    await change({ status: "disconnected", credentials: null });
    await adminDb().companySettings.delete({ where: { companyId } });
    expect(await seeded.detail(id)).toMatchObject({
      bank_name: "",
      time_zone: "America/New_York",
    });
  });

  test("of another company, deleted or unknown is not found", async () => {
    const theirs = await Seeded.create();
    const { depositId } = await theirs.suggested(10_00);
    const { id: deleted } = await seeded.deposit([], { deletedAt: new Date() });
    for (const id of [depositId, deleted, 2_147_483_647]) {
      const { token } = seeded.books;
      const answer = await call("GET", `/qb/deposit/?deposit_id=${id}`, { token });
      expect([answer.status, answer.body.message]).toEqual([
        404,
        "The deposit you're looking for doesn't exist or has been removed.",
      ]);
    }
  });
});

describe("the history", () => {
  test("names current members but no former ones, and holds the newest hundred events", async () => {
    const { companyId } = seeded.books;
    const { id } = await seeded.deposit([]);
    const { userId } = await adminDb().membership.findFirstOrThrow({ where: { companyId } });
    const { username } = await adminDb().user.findUniqueOrThrow({ where: { id: userId } });
    const stranger = await Seeded.create();
    const { userId: former } = await adminDb().membership.findFirstOrThrow({
      where: { companyId: stranger.books.companyId },
    });
    const event = { companyId, entity: "deposit", entityId: String(id) };
    const people = [userId, former, 2_147_483_647, null];
    await adminDb().auditEvent.createMany({
      data: Array.from({ length: 104 }, (_, index) => ({
        ...event,
        at: new Date(Date.UTC(2026, 2, 5, 23, 59, 59, index)),
        action: index % 2 === 0 ? "deposit.received" : "deposit.unheard_of",
        data: { lines: index },
        userId: people[index % people.length] ?? null,
      })),
    });
    const { history } = await seeded.detail(id);
    expect(history).toHaveLength(100);
    expect(history.slice(-4)).toEqual([
      {
        at: "2026-03-05T23:59:59.007Z",
        who: "Deposit Matcher",
        role: null,
        action: "deposit.unheard_of",
        text: "deposit.unheard_of",
      },
      {
        at: "2026-03-05T23:59:59.006Z",
        who: "A former user",
        role: null,
        action: "deposit.received",
        text: "Imported from the processor (6 lines)",
      },
      expect.objectContaining({ who: "A former user" }),
      expect.objectContaining({ who: username }),
    ]);
  });
});

describe("a currency other than the books'", () => {
  const differs = async (id: number) => (await seeded.detail(id)).currency_differs;

  test("is reported for a pending deposit while no open payment has it", async () => {
    const { companyId } = seeded.books;
    const { id } = await seeded.deposit([{ kind: "charge", gross: 10_00 }], { currency: "EUR" });
    expect(await differs(id)).toBe(false);
    await seeded.payment(10_00);
    expect(await differs(id)).toBe(true);
    const { id: paymentId } = await seeded.payment(10_00, { currency: "EUR" });
    expect(await differs(id)).toBe(false);
    const other = await seeded.deposit([], { status: "suggested" });
    const matchId = await seeded.match(other.id, { lineIds: [], paymentIds: [paymentId] });
    expect(await differs(id)).toBe(false);
    await adminDb().match.update({
      where: { companyId_id: { companyId, id: matchId } },
      data: { state: "accepted", decidedAt: new Date() },
    });
    expect(await differs(id)).toBe(true);
    await adminDb().ledgerPayment.updateMany({
      where: { companyId },
      data: { state: "gone" },
    });
    expect(await differs(id)).toBe(false);
  });

  test("ignores payments of disconnected books, and matched deposits", async () => {
    const { companyId } = seeded.books;
    const { id } = await seeded.deposit([], { currency: "EUR" });
    const matched = await seeded.deposit([], { currency: "EUR", status: "matched" });
    await seeded.payment(10_00);
    expect([await differs(id), await differs(matched.id)]).toEqual([true, false]);
    await adminDb().integration.updateMany({
      where: { companyId, provider: "quickbooks" },
      data: { status: "disconnected", credentials: null },
    });
    expect(await differs(id)).toBe(false);
  });
});
