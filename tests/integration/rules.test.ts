import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "@/lib/dates";
import { kindAccountSetting } from "@/server/integrations/kind-accounts";
import { systemContext } from "@/server/platform/company-id";
import { closeDb } from "@/server/platform/db";
import { stopQueue } from "@/server/queue/queue";
import { applyRules } from "@/server/rules/apply-rules";
import type { StoredConditions, StoredOutcome } from "@/server/rules/stored-rule";
import { matchAllDeposits } from "@/server/suggestions/match-all-deposits";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { MatchingBooks } from "../support/matching-books";

let books: MatchingBooks;

beforeEach(async () => {
  books = await MatchingBooks.create();
  await adminDb().companySettings.update({
    where: { companyId: books.companyId },
    data: { timeZone: "UTC" },
  });
});
afterAll(async () => {
  await stopQueue(1_000);
  await closeDb();
});

const RECEIPT: StoredOutcome = {
  ...{ do: "receipt", customer: { id: "58", name: "Website donors", email: "" } },
  ...{ item: { id: "31", name: "Donation" }, taxCode: null, class: null, memo: "" },
};
const OWN: StoredOutcome = { ...RECEIPT, customer: null };
const ACCOUNT: StoredOutcome = { do: "account", account: { id: "91", name: "Refunds" } };
const TODAY = new Date().toISOString().slice(0, 10);

const conditions = (change: Partial<StoredConditions> = {}): StoredConditions => ({
  ...{ kind: "charge", description: "", customer: "any", customerName: "" },
  ...{ from: null, to: null, currency: null, afterDays: 3 },
  ...change,
});

/** A rule as the verbs store it. */
async function rule(
  change: Partial<StoredConditions>,
  outcome: StoredOutcome,
  { active = true, position = 1, ledger = "quickbooks" } = {},
) {
  const { companyId, userId } = books;
  const integration = await adminDb().integration.findFirst({
    where: { companyId, provider: ledger as "quickbooks" },
  });
  return adminDb().rule.create({
    data: {
      ...{ companyId, position, active, source: "stripe", createdBy: userId },
      ledgerId: outcome.do === "wait" ? null : (integration?.id ?? null),
      conditions: conditions(change),
      outcome,
    },
  });
}

/** What a sync's end does: the engine, then the rules. */
function run() {
  const ctx = systemContext(books.companyId);
  return matchAllDeposits(ctx, (tx) => applyRules(tx, ctx));
}

const planned = () =>
  adminDb().ledgerPayment.findMany({
    where: { companyId: books.companyId, state: "planned" },
    include: { planned: true },
    orderBy: { id: "asc" },
  });
const lineOf = (id: number) => adminDb().depositLine.findFirstOrThrow({ where: { id } });
const paidOut = (depositId: number, date: string) =>
  adminDb().deposit.updateMany({ where: { id: depositId }, data: { txnDate: new Date(date) } });
const wait = (change: object = {}) => ({
  integration_type: "stripe",
  conditions: {
    ...{ kind: "charge", description: "Donation", customer: "none", customer_name: "" },
    ...{ amount_from: null, amount_to: null, currency: null, after_days: 3 },
  },
  outcome: { do: "wait", days: 10, note: "Shop app" },
  ...change,
});

describe("a rule that is on", () => {
  test("plans the receipt of a line that the books lack, and the deposit goes its normal way", async () => {
    const deposit = await books.deposit([
      { gross: 100_00, fee: 3_20, customer: "Ann Baker" },
      { gross: 25_00, fee: 1_03 },
    ]);
    await books.payment({ amount: 100_00, customer: "Ann Baker" });
    const { id } = await rule({ customer: "none" }, RECEIPT);
    await run();
    const rows = await planned();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      ...{ kind: "SalesReceipt", amount: 25_00n, customerId: "58", customerName: "Website donors" },
      planned: { ruleId: id, plannedBy: null, itemId: "31", newCustomer: false },
    });
    expect(await books.statusOf(deposit.id)).toBe("matched");
    expect(await adminDb().posting.count({ where: { depositId: deposit.id } })).toBe(1);
    const { history, matches } = await ok(
      "GET",
      `/qb/deposit/?deposit_id=${deposit.id}`,
      books.token,
    );
    const text =
      "Stripe charges without a customer 3 days after the payout → sales receipt for 'Website donors', item 'Donation'";
    expect(history).toContainEqual(
      expect.objectContaining({
        who: "Deposit Matcher",
        text: `Planned: Sales receipt of 25.00 for Website donors. Rule: ${text}`,
      }),
    );
    expect(JSON.stringify(matches)).toContain(`Rule: ${text}`);
    const { uses } = await ok("GET", `/rules/uses/?rule_id=${id}`, books.token);
    expect(uses).toEqual([
      expect.objectContaining({
        ...{ deposit_id: deposit.id, line_id: deposit.lines[1]?.id, amount: "25.00" },
        text: "Sales receipt of 25.00 planned",
      }),
    ]);
  });

  test("creates the line's own customer where QuickBooks has none", async () => {
    await books.deposit([{ gross: 25_00, customer: "Olivia Eastwick" }]);
    await rule({}, OWN);
    await run();
    expect(await planned()).toEqual([
      expect.objectContaining({
        customerName: "Olivia Eastwick",
        planned: expect.objectContaining({ newCustomer: true }),
      }),
    ]);
  });

  test("books a refund, and puts a line aside until its day, each with its audit row", async () => {
    const deposit = await books.deposit([
      { gross: 100_00, customer: "Ann Baker" },
      { gross: -45_00, kind: "refund" },
    ]);
    const [charge, refund] = deposit.lines.map(({ id }) => id);
    const day = addDays(TODAY, -5);
    await paidOut(deposit.id, day);
    const booking = await rule({ kind: "refund" }, ACCOUNT);
    const waiting = await rule({}, { do: "wait", days: 10, note: "Shop app" }, { position: 2 });
    await run();
    expect(await lineOf(refund ?? 0)).toMatchObject({
      ...{ accountId: "91", accountName: "Refunds", ruleId: booking.id },
    });
    expect(await lineOf(charge ?? 0)).toMatchObject({
      ...{ waitUntil: new Date(addDays(day, 10)), waitNote: "Shop app", ruleId: waiting.id },
    });
    const events = await adminDb().auditEvent.findMany({
      where: { companyId: books.companyId, entityId: String(deposit.id) },
    });
    for (const [action, ruleId] of [
      ["deposit.line_booked", booking.id],
      ["deposit.line_waits", waiting.id],
    ]) {
      const event = events.find((each) => each.action === action);
      expect(event, String(action)).toMatchObject({ userId: null, data: { ruleId } });
    }
    const { rules } = await ok("GET", "/rules/", books.token);
    expect(
      rules.map((each: { uses: number; last_used: string }) => [each.uses, each.last_used]),
    ).toEqual([
      [1, day],
      [1, day],
    ]);
  });

  test("the first one in order decides, and one that waits its days keeps the line", async () => {
    const deposit = await books.deposit([{ gross: 25_00 }]);
    await paidOut(deposit.id, addDays(TODAY, -3));
    await rule({}, RECEIPT, { position: 2 });
    const first = await rule({ afterDays: 5 }, OWN, { position: 1 });
    await run();
    expect(await planned()).toEqual([]);
    await adminDb().rule.update({
      where: { companyId_id: { companyId: books.companyId, id: first.id } },
      data: { conditions: conditions({ afterDays: 3 }) },
    });
    await run();
    expect((await planned()).map(({ planned: row }) => row?.ruleId)).toEqual([first.id]);
  });

  test("decides about a line once: what a user took back stays with the user", async () => {
    const deposit = await books.deposit([
      { gross: 25_00 },
      { gross: 30_00, customer: "Ann Baker" },
    ]);
    await rule({ customer: "none" }, RECEIPT);
    await run();
    const [row] = await planned();
    await ok("POST", "/qb/cancel-planned/", books.token, {
      deposit_id: deposit.id,
      payment_id: row?.providerId,
    });
    await run();
    expect(await planned()).toEqual([]);
    const { uses } = await ok("GET", `/rules/uses/?rule_id=${row?.planned?.ruleId}`, books.token);
    expect(uses[0].text).toBe("Taken back since");
  });
});

describe("a rule does nothing", () => {
  async function expectUntouched(lineId = 0) {
    await run();
    expect(await planned()).toEqual([]);
    expect(await lineOf(lineId)).toMatchObject({ ruleId: null });
  }

  test("while it is off, deleted, or names another ledger's objects", async () => {
    const deposit = await books.deposit([{ gross: 25_00 }]);
    const off = await rule({}, RECEIPT, { active: false });
    await rule({}, RECEIPT, { ledger: "stripe" });
    await expectUntouched(deposit.lines[0]?.id);
    const { rules } = await ok("GET", "/rules/", books.token);
    expect(rules.map(({ obstacle }: { obstacle: string }) => obstacle)).toEqual([
      "",
      "This rule is for another QuickBooks company. Edit it to choose again.",
    ]);
    await ok("POST", "/rules/delete/", books.token, { rule_id: off.id });
    await expectUntouched(deposit.lines[0]?.id);
  });

  test("to a kind of line that is booked anyway", async () => {
    const deposit = await books.deposit([{ gross: 90_00 }, { gross: -45_00, kind: "refund" }]);
    await adminDb().integration.updateMany({
      where: { companyId: books.companyId, provider: "stripe" },
      data: {
        settings: kindAccountSetting("refund", { id: "7", name: "Returns", currency: "USD" }),
      },
    });
    await rule({ kind: "refund" }, ACCOUNT);
    await expectUntouched(deposit.lines[1]?.id);
    const { rules } = await ok("GET", "/rules/", books.token);
    expect(rules[0].obstacle).toBe(
      "All refunds are booked to Returns (Settings, General), so this rule does nothing.",
    );
  });

  test("before its days are over, or before the payout is paid", async () => {
    const deposit = await books.deposit([{ gross: 25_00 }]);
    await rule({ afterDays: 3 }, RECEIPT);
    await paidOut(deposit.id, addDays(TODAY, -2));
    await expectUntouched(deposit.lines[0]?.id);
    await paidOut(deposit.id, addDays(TODAY, -10));
    await adminDb().deposit.update({
      where: { companyId_id: { companyId: books.companyId, id: deposit.id } },
      data: { payoutStatus: "in_transit" },
    });
    await expectUntouched(deposit.lines[0]?.id);
  });

  test("to a line that a payment or suggestion may explain", async () => {
    const { deposit } = await books.suggestion([
      {
        line: { gross: 100_00, customer: "Ann Baker" },
        payment: { amount: 100_00, customer: "A. Baker" },
      },
    ]);
    await rule({}, RECEIPT);
    await expectUntouched(deposit.lines[0]?.id);
  });

  test("to lines of which nobody can tell whose the payment is", async () => {
    const deposit = await books.deposit([{ gross: 100_00 }, { gross: 100_00 }]);
    await books.payment({ amount: 100_00 });
    await rule({}, RECEIPT);
    await expectUntouched(deposit.lines[0]?.id);
    const suggested = await adminDb().matchLine.count({ where: { companyId: books.companyId } });
    expect(suggested, "at least one line has no suggestion").toBeLessThan(2);
  });

  test("to a line whose customer has an open invoice", async () => {
    const deposit = await books.deposit([{ gross: 80_00, customer: "Blue Harbor" }]);
    await books.invoice({ number: "2077", total: 80_00, customer: "Blue Harbor", customerId: "7" });
    await rule({}, OWN);
    await expectUntouched(deposit.lines[0]?.id);
  });

  test("to a line that a user put aside", async () => {
    const deposit = await books.deposit([{ gross: 25_00 }]);
    await ok("POST", "/qb/wait-for-line/", books.token, {
      ...{ deposit_id: deposit.id, line_id: deposit.lines[0]?.id },
      ...{ until: addDays(TODAY, 9), note: "" },
    });
    await rule({}, RECEIPT);
    await expectUntouched(deposit.lines[0]?.id);
  });

  test("with another company's lines", async () => {
    const theirs = await MatchingBooks.create();
    const deposit = await theirs.deposit([{ gross: 25_00 }]);
    await rule({}, RECEIPT);
    await expectUntouched(deposit.lines[0]?.id);
    expect(await theirs.statusOf(deposit.id)).toBe("pending");
  });
});

describe("the list", () => {
  test("a rule is made, changed, switched, ordered, deleted and restored, each on record", async () => {
    const { token } = books;
    expect(await ok("GET", "/rules/", token)).toEqual({ rules: [] });
    const { rule: first, message } = await ok("POST", "/rules/", token, wait());
    expect(message).toBe("Rule saved. It's off until you switch it on.");
    expect(first).toMatchObject({
      text: "Stripe charges described 'Donation' without a customer 3 days after the payout → put aside for 10 days, note 'Shop app'",
      ...{ active: false, uses: 0, last_used: null, obstacle: "" },
      ...{ conditions: wait().conditions, outcome: wait().outcome },
    });
    const { rule: second } = await ok(
      "POST",
      "/rules/",
      token,
      wait({ outcome: { do: "wait", days: 2, note: "" } }),
    );
    await ok("POST", "/rules/order/", token, { rule_ids: [second.id, first.id] });
    await ok("POST", "/rules/switch/", token, { rule_id: first.id, active: true });
    const company = await adminDb().company.findUniqueOrThrow({ where: { id: books.companyId } });
    expect(company.matchRequestedAt).not.toBeNull();
    const list = async () =>
      (await ok("GET", "/rules/", token)).rules.map((each: { id: number; active: boolean }) => [
        each.id,
        each.active,
      ]);
    expect(await list()).toEqual([
      [second.id, false],
      [first.id, true],
    ]);
    // Saved as it is, it stays on; changed, it is off.
    await ok("PUT", "/rules/", token, { ...wait(), rule_id: first.id });
    expect(await list()).toContainEqual([first.id, true]);
    const changed = await ok("PUT", "/rules/", token, {
      ...wait({ outcome: { do: "wait", days: 11, note: "" } }),
      rule_id: first.id,
    });
    expect(changed.message).toBe("Rule saved. It's off until you switch it on.");
    expect(await list()).toContainEqual([first.id, false]);
    await ok("POST", "/rules/delete/", token, { rule_id: second.id });
    expect(await list()).toEqual([[first.id, false]]);
    await ok("POST", "/rules/restore/", token, { rule_id: second.id });
    expect((await list())[0]).toEqual([second.id, false]);
    const events = await adminDb().auditEvent.findMany({
      where: { companyId: books.companyId, entity: "rule" },
      orderBy: { id: "asc" },
    });
    expect(events.map(({ action, userId }) => [action, userId === books.userId])).toEqual(
      [
        ...["rule.created", "rule.created", "rules.ordered", "rule.switched_on", "rule.changed"],
        ...["rule.deleted", "rule.restored"],
      ].map((action) => [action, true]),
    );
  });

  test("another company's rules can't be touched, and an order has to name all of them", async () => {
    const { id } = await rule({}, RECEIPT, { active: false });
    const own = await rule({}, RECEIPT, { active: false });
    const stranger = await MatchingBooks.create();
    const calls: [string, string, object][] = [
      ["PUT", "/rules/", { ...wait(), rule_id: id }],
      ["POST", "/rules/switch/", { rule_id: id, active: true }],
      ["POST", "/rules/delete/", { rule_id: id }],
      ["POST", "/rules/restore/", { rule_id: id }],
      ["POST", "/rules/order/", { rule_ids: [id] }],
    ];
    for (const [method, path, body] of calls) {
      expect((await call(method, path, { token: stranger.token, body })).status, path).toBe(404);
    }
    const uses = await call("GET", `/rules/uses/?rule_id=${id}`, { token: stranger.token });
    expect(uses.status).toBe(404);
    const [row] = await adminDb().rule.findMany({ where: { companyId: books.companyId, id } });
    expect(row).toMatchObject({ active: false, deletedAt: null, position: 1 });
    for (const rule_ids of [[own.id], [own.id, own.id, id]]) {
      const answer = await call("POST", "/rules/order/", {
        token: books.token,
        body: { rule_ids },
      });
      expect(answer.status).toBe(409);
    }
  });

  const REFUSED: [string, object, string][] = [
    ["no name", { customer: "named" }, "Enter the customer's name or email address."],
    ["no currency", { amount_from: "5.00" }, "Choose the currency of the amounts."],
    [
      "bounds the wrong way round",
      { amount_from: "9.00", amount_to: "5.00", currency: "USD" },
      "The highest amount is below the lowest.",
    ],
    [
      "a minus",
      { amount_from: "-9.00", currency: "USD" },
      "Enter amounts without a minus sign, also for refunds.",
    ],
    [
      "decimals of another currency",
      { amount_from: "9.55", currency: "JPY" },
      "JPY has no such amount. Check the currency and the decimals.",
    ],
  ];
  test.each(REFUSED)("%s is refused in words", async (_name, change, message) => {
    const body = wait({ conditions: { ...wait().conditions, ...change } });
    for (const path of ["/rules/", "/rules/preview/"]) {
      const answer = await call("POST", path, { token: books.token, body });
      expect({ status: answer.status, message: answer.body.message }).toEqual({
        ...{ status: 422, message },
      });
    }
  });

  test("a charge can't be booked, and a transfer gets no receipt", async () => {
    const charge = wait({ outcome: { do: "account", account_id: "91" } });
    const receipt = {
      do: "receipt",
      customer: null,
      item_id: "1",
      tax_code_id: null,
      class_id: null,
    };
    const transfer = wait({
      conditions: { ...wait().conditions, kind: "transfer" },
      outcome: { ...receipt, memo: "" },
    });
    for (const body of [charge, transfer]) {
      expect((await call("POST", "/rules/", { token: books.token, body })).status).toBe(422);
    }
  });
});

describe("a preview", () => {
  const preview = (change: object = {}) => {
    const { outcome: _, ...body } = wait();
    return ok("POST", "/rules/preview/", books.token, {
      ...body,
      conditions: { ...body.conditions, description: "", ...change },
    });
  };

  test("counts the lines of 90 days, and says which a payment explained after all", async () => {
    const deposit = await books.deposit([
      { gross: 100_00, customer: "Ann Baker" },
      { gross: 25_00 },
      { gross: -45_00, kind: "refund" },
    ]);
    const old = await books.deposit([{ gross: 77_00 }]);
    await paidOut(deposit.id, addDays(TODAY, -90));
    await paidOut(old.id, addDays(TODAY, -91));
    await books.payment({ amount: 100_00, customer: "Ann Baker" });
    expect(await preview()).toMatchObject({ count: 1, wrong: 0, open: 1 });
    await ok("POST", "/qb/auto-match/", books.token, { deposit_id: deposit.id });
    await adminDb().match.updateMany({
      where: { depositId: deposit.id },
      data: { state: "accepted", decidedAt: new Date() },
    });
    const all = await preview({ customer: "any" });
    expect(all).toMatchObject({
      ...{ count: 2, wrong: 1, open: 1 },
      sums: [{ currency: "USD", count: 2, amount: "125.00" }],
    });
    expect(all.rows.map(({ state }: { state: string }) => state)).toEqual(["matched", "open"]);
    expect(await preview({ customer: "any", amount_from: "99.00", currency: "USD" })).toMatchObject(
      { count: 1, wrong: 1, open: 0 },
    );
    expect(await preview({ kind: "refund", customer: "any" })).toMatchObject({ count: 1, open: 1 });
  });
});

describe("a rule from a line", () => {
  const draft = (deposit: { id: number; lines: { id: number }[] }, at = 0) =>
    ok(
      "GET",
      `/rules/from-line/?deposit_id=${deposit.id}&line_id=${deposit.lines[at]?.id}`,
      books.token,
    );

  test("has what the line shares with others, and what was chosen for it", async () => {
    const deposit = await books.deposit([
      { gross: 25_00, description: "Donation #10260, spring" },
      { gross: 50_00, customer: "Ann Baker" },
      { gross: -45_00, kind: "refund" },
    ]);
    expect(await draft(deposit)).toEqual({
      integration_type: "stripe",
      conditions: { ...wait().conditions, description: "Donation" },
      outcome: null,
    });
    await rule({ description: "donation" }, RECEIPT);
    await run();
    expect((await draft(deposit)).outcome).toEqual({
      ...{ do: "receipt", customer: { Id: "58", Name: "Website donors" }, memo: "" },
      ...{ item: { Id: "31", Name: "Donation" }, tax_code: null, class: null },
    });
    expect((await draft(deposit, 1)).conditions).toMatchObject({
      customer: "any",
      description: "",
    });
    await adminDb().depositLine.updateMany({
      where: { id: deposit.lines[2]?.id ?? 0 },
      data: { accountId: "91", accountName: "Refunds" },
    });
    expect(await draft(deposit, 2)).toMatchObject({
      conditions: { kind: "refund" },
      outcome: { do: "account", account: { Id: "91", Name: "Refunds" } },
    });
  });
});
