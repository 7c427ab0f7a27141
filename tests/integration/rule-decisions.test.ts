import { beforeEach, describe, expect, test } from "vitest";
import { addDays } from "@/lib/dates";
import { kindAccountSetting } from "@/server/connections/line-settings";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import type { MatchingBooks } from "../support/matching-books";
import {
  ACCOUNT,
  conditions,
  decide,
  newBooks,
  OWN,
  paidOut,
  plannedOf,
  RECEIPT,
  seedRule,
  TODAY,
} from "./rules/seeded-rules";

let books: MatchingBooks;

beforeEach(async () => {
  books = await newBooks();
});

type Seeded = Parameters<typeof seedRule> extends [unknown, ...infer More] ? More : never;
const rule = (...seeded: Seeded) => seedRule(books, ...seeded);
const run = () => decide(books);
const planned = () => plannedOf(books);
const lineOf = (id: number) => adminDb().depositLine.findFirstOrThrow({ where: { id } });

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
    expect(uses[0].text).toBe("Removed since");
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

  test("to a line that a user postponed", async () => {
    const deposit = await books.deposit([{ gross: 25_00 }]);
    await ok("POST", "/qb/wait-for-line/", books.token, {
      ...{ deposit_id: deposit.id, line_id: deposit.lines[0]?.id },
      ...{ until: addDays(TODAY, 9), note: "" },
    });
    await rule({}, RECEIPT);
    await expectUntouched(deposit.lines[0]?.id);
  });

  test("with another company's lines", async () => {
    const theirs = await newBooks();
    const deposit = await theirs.deposit([{ gross: 25_00 }]);
    await rule({}, RECEIPT);
    await expectUntouched(deposit.lines[0]?.id);
    expect(await theirs.statusOf(deposit.id)).toBe("pending");
  });
});
