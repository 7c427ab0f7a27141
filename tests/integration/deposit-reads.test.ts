import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { PostingState, Prisma } from "@/generated/prisma/client";
import { closeDb } from "@/server/db";
import { call } from "../setup/client";
import { everything } from "../setup/everything";
import { Planted } from "./deposit-reads/planted";
import { plantRich, RICH_PROOF, richMatches } from "./deposit-reads/rich";

let planted: Planted;

beforeEach(async () => {
  planted = await Planted.create();
});
afterAll(() => closeDb());

describe("one deposit", () => {
  test("is told whole: its lines, each with its match, the matches, and the sum", async () => {
    const rich = await plantRich(planted, "matched");
    const [charge, second, refund, reserve, fee] = rich.deposit.lines.map(({ id }) => id);
    const { first, later } = rich.matchIds;
    const line = { description: "", plateform: "Stripe", entity: "", date: "2026-03-03" };
    const free = { fee: "0.00", fee_predicted: false };
    expect(await planted.detail(rich.deposit.id)).toEqual({
      deposit: {
        id: rich.deposit.id,
        txn_date: "2026-03-05",
        total_amt: "119.05",
        currency: "EUR",
        deposit_to_acc_name: "",
        quickbook_id: "",
        status: "matched",
        source: "Stripe",
        source_id: rich.deposit.providerId,
        payout_status: "paid",
        payout_issue: "",
        posting: null,
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
            ...{ kind: "reserve", status: "booked", amount: "-5.00", net: "-5.00" },
          },
          {
            ...{ ...line, id: fee, fee: "0.00", fee_predicted: true, match_id: null },
            ...{ kind: "fee", status: "booked", amount: "-1.00", net: "-1.00" },
          },
        ],
      },
      bank_name: "",
      currency_differs: false,
      quickbooks_url: "",
      time_zone: "America/New_York",
      matches: richMatches(rich, "accepted"),
      proof: RICH_PROOF,
      history: [],
    });
  });

  test("shows no match of the past, and a suggestion as one", async () => {
    const deposit = await planted.deposit([{ kind: "charge", gross: 30_00 }]);
    const lineIds = deposit.lines.map(({ id }) => id);
    const paymentIds = [(await planted.payment(30_00)).id];
    for (const state of ["dismissed", "undone", "superseded"] as const) {
      await planted.match(deposit.id, { lineIds, paymentIds }, { state });
    }
    const before = await planted.detail(deposit.id);
    expect([before.matches, before.deposit.lines[0]]).toEqual([
      [],
      expect.objectContaining({ match_id: null, status: "pending" }),
    ]);
    expect(before.proof).toMatchObject({ payments: "0.00", difference: "30.00", closes: false });
    const { depositId, matchId } = await planted.suggested(40_00);
    const { deposit: suggested, matches } = await planted.detail(depositId);
    expect(suggested.lines[0]).toMatchObject({ match_id: matchId, status: "suggested" });
    expect(matches).toMatchObject([{ id: matchId, state: "proposed" }]);
  });

  test("that was never itemized has a match and no lines; amounts are as long as they are", async () => {
    const facts = { itemized: false, amount: 9_007_199_254_740_991n, currency: "JPY" };
    const { id } = await planted.deposit([], { ...facts, status: "matched" });
    await planted.match(id, { lineIds: [], paymentIds: [] }, { state: "accepted" });
    const { deposit, matches } = await planted.detail(id);
    expect([deposit.lines, deposit.total_amt]).toEqual([[], "9007199254740991.00"]);
    expect(matches).toMatchObject([{ line_ids: [], payments: [] }]);
  });

  test("names the posting that stands, in each of its states, and none that was undone", async () => {
    const { companyId } = planted.books;
    const { deposit } = await plantRich(planted, "matched");
    const of = { companyId, depositId: deposit.id };
    const now = new Date();
    const posting = (
      state: PostingState,
      facts: Partial<Prisma.PostingUncheckedCreateInput> = {},
    ) => everything().posting.create({ data: { ...of, state, message: `is ${state}`, ...facts } });
    await posting("undone", { undoneAt: now });
    expect((await planted.detail(deposit.id)).deposit.posting).toBeNull();
    for (const state of ["queued", "sending", "posted", "blocked", "failed", "undoing"] as const) {
      const adopted = state === "posted";
      const { id } = await posting(state, {
        ...(adopted && { adopted, quickbooksDepositId: "12", postedAt: now }),
        ...(state === "sending" && { heartbeatAt: now }),
      });
      const { deposit: shown } = await planted.detail(deposit.id);
      expect(shown.posting).toEqual({ state, message: `is ${state}`, adopted });
      await everything().posting.delete({ where: { companyId_id: { companyId, id } } });
    }
  });

  test("names the bank account only when one is chosen, and QuickBooks is connected", async () => {
    const { companyId } = planted.books;
    const { id } = await planted.deposit([]);
    const change = (data: Prisma.IntegrationUpdateManyMutationInput) =>
      everything().integration.updateMany({ where: { companyId, provider: "quickbooks" }, data });
    await change({ settings: { bankId: "35", bankName: "Checking" } });
    const { bank_name, deposit } = await planted.detail(id);
    expect([bank_name, deposit.deposit_to_acc_name]).toEqual(["Checking", "Checking"]);
    await change({ status: "disconnected", credentials: null });
    await everything().companySettings.delete({ where: { companyId } });
    expect(await planted.detail(id)).toMatchObject({
      bank_name: "",
      time_zone: "America/New_York",
    });
  });

  test("that is another company's, deleted or unknown does not exist", async () => {
    const theirs = await Planted.create();
    const { depositId } = await theirs.suggested(10_00);
    const { id: deleted } = await planted.deposit([], { deletedAt: new Date() });
    for (const id of [depositId, deleted, 2_147_483_647]) {
      const { token } = planted.books;
      const answer = await call("GET", `/qb/deposit/?deposit_id=${id}`, { token });
      expect([answer.status, answer.body.message]).toEqual([
        404,
        "The deposit you're looking for doesn't exist or has been removed.",
      ]);
    }
  });
});

describe("the history", () => {
  test("names who is a member, and nobody who was one; the newest hundred", async () => {
    const { companyId } = planted.books;
    const { id } = await planted.deposit([]);
    const { userId } = await everything().membership.findFirstOrThrow({ where: { companyId } });
    const { username } = await everything().user.findUniqueOrThrow({ where: { id: userId } });
    const stranger = await Planted.create();
    const { userId: former } = await everything().membership.findFirstOrThrow({
      where: { companyId: stranger.books.companyId },
    });
    const event = { companyId, entity: "deposit", entityId: String(id) };
    const people = [userId, former, 2_147_483_647, null];
    await everything().auditEvent.createMany({
      data: Array.from({ length: 104 }, (_, index) => ({
        ...event,
        at: new Date(Date.UTC(2026, 2, 5, 23, 59, 59, index)),
        action: index % 2 === 0 ? "deposit.received" : "deposit.unheard_of",
        data: { lines: index },
        userId: people[index % people.length] ?? null,
      })),
    });
    const { history } = await planted.detail(id);
    expect(history).toHaveLength(100);
    expect(history.slice(-4)).toEqual([
      {
        at: "2026-03-05T23:59:59.007Z",
        who: "Deposit Matcher",
        action: "deposit.unheard_of",
        text: "deposit.unheard_of",
      },
      {
        at: "2026-03-05T23:59:59.006Z",
        who: "A former user",
        action: "deposit.received",
        text: "Received from the processor with 6 lines",
      },
      expect.objectContaining({ who: "A former user" }),
      expect.objectContaining({ who: username }),
    ]);
  });
});

describe("another currency than the books'", () => {
  const differs = async (id: number) => (await planted.detail(id)).currency_differs;

  test("is said of a pending deposit while no open payment is in it", async () => {
    const { companyId } = planted.books;
    const { id } = await planted.deposit([{ kind: "charge", gross: 10_00 }], { currency: "EUR" });
    expect(await differs(id)).toBe(false);
    await planted.payment(10_00);
    expect(await differs(id)).toBe(true);
    const { id: paymentId } = await planted.payment(10_00, { currency: "EUR" });
    expect(await differs(id)).toBe(false);
    const other = await planted.deposit([], { status: "suggested" });
    const matchId = await planted.match(other.id, { lineIds: [], paymentIds: [paymentId] });
    expect(await differs(id)).toBe(false);
    await everything().match.update({
      where: { companyId_id: { companyId, id: matchId } },
      data: { state: "accepted", decidedAt: new Date() },
    });
    expect(await differs(id)).toBe(true);
    await everything().ledgerPayment.updateMany({
      where: { companyId },
      data: { state: "gone" },
    });
    expect(await differs(id)).toBe(false);
  });

  test("counts no payment of books that are no longer connected, and no deposit that is matched", async () => {
    const { companyId } = planted.books;
    const { id } = await planted.deposit([], { currency: "EUR" });
    const matched = await planted.deposit([], { currency: "EUR", status: "matched" });
    await planted.payment(10_00);
    expect([await differs(id), await differs(matched.id)]).toEqual([true, false]);
    await everything().integration.updateMany({
      where: { companyId, provider: "quickbooks" },
      data: { status: "disconnected", credentials: null },
    });
    expect(await differs(id)).toBe(false);
  });
});
