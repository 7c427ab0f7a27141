import { beforeEach, describe, expect, test } from "vitest";
import { addDays } from "@/lib/dates";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import type { MatchingBooks } from "../support/matching-books";
import { join, seedApiToken, seedPerson } from "../support/members";
import {
  ACCOUNT,
  decide,
  newBooks,
  paidOut,
  RECEIPT,
  seedRule,
  TODAY,
  waitRule,
} from "./rules/seeded-rules";

let books: MatchingBooks;

beforeEach(async () => {
  books = await newBooks();
});

type Seeded = Parameters<typeof seedRule> extends [unknown, ...infer More] ? More : never;
const rule = (...seeded: Seeded) => seedRule(books, ...seeded);
const run = () => decide(books);

describe("the list", () => {
  test("a rule is made, changed, switched, ordered, deleted and restored, each on record", async () => {
    const { token } = books;
    expect(await ok("GET", "/rules/", token)).toEqual({ rules: [] });
    const { rule: first, message } = await ok("POST", "/rules/", token, waitRule());
    expect(message).toBe("Rule saved. It's off until it is switched on.");
    expect(first).toMatchObject({
      text: "Stripe charges described 'Donation' without a customer 3 days after the payout → postpone for 10 days, note 'Shop app'",
      ...{ active: false, uses: 0, last_used: null, obstacle: "" },
      ...{ conditions: waitRule().conditions, outcome: waitRule().outcome },
    });
    const { rule: second } = await ok(
      "POST",
      "/rules/",
      token,
      waitRule({ outcome: { do: "wait", days: 2, note: "" } }),
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
    await ok("PUT", "/rules/", token, { ...waitRule(), rule_id: first.id });
    expect(await list()).toContainEqual([first.id, true]);
    const changed = await ok("PUT", "/rules/", token, {
      ...waitRule({ outcome: { do: "wait", days: 11, note: "" } }),
      rule_id: first.id,
    });
    expect(changed.message).toBe("Rule saved. It's off until it is switched on.");
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
    const stranger = await newBooks();
    const calls: [string, string, object][] = [
      ["PUT", "/rules/", { ...waitRule(), rule_id: id }],
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

  test("what lets another active rule decide asks for an admin, of people and API tokens alike", async () => {
    const bookkeeper = await seedPerson();
    await join(books.companyId, bookkeeper, "bookkeeper");
    const own = { userId: books.userId };
    const tokens = [
      await bookkeeper.signIn(books.companyId),
      (await seedApiToken(books.companyId, own, "bookkeeper")).token,
    ];
    const first = await rule({ description: "Donation" }, RECEIPT, { position: 1 });
    const second = await rule({}, ACCOUNT, { position: 2 });
    const refund = await rule({ kind: "refund" }, ACCOUNT, { position: 3 });
    const draft = await rule({}, RECEIPT, { active: false, position: 4 });
    const all = [first, second, refund, draft].map(({ id }) => id);
    const wait = { ...waitRule(), rule_id: first.id };
    const rows = () =>
      adminDb().rule.findMany({ where: { companyId: books.companyId }, orderBy: { id: "asc" } });
    const before = await rows();
    const refused: [string, string, object][] = [
      ["PUT", "/rules/", wait],
      ["POST", "/rules/switch/", { rule_id: first.id, active: false }],
      ["POST", "/rules/delete/", { rule_id: first.id }],
      ["POST", "/rules/order/", { rule_ids: [second.id, first.id, refund.id, draft.id] }],
    ];
    for (const token of tokens) {
      for (const [method, path, body] of refused) {
        const answer = await call(method, path, { token, body });
        expect([answer.status, answer.body.code], path).toEqual([403, "role_too_low"]);
        expect(answer.body.message).toContain("change which active rule comes first");
      }
    }
    expect(await rows()).toEqual(before);
    const [token = ""] = tokens;
    // No other active rule takes their lines: less is booked without asking.
    await ok("POST", "/rules/order/", token, {
      rule_ids: [draft.id, refund.id, first.id, second.id],
    });
    await ok("POST", "/rules/switch/", token, { rule_id: second.id, active: false });
    await ok("POST", "/rules/delete/", token, { rule_id: refund.id });
    await ok("PUT", "/rules/", token, wait);
    await ok("POST", "/rules/order/", books.token, {
      rule_ids: all.filter((id) => id !== refund.id),
    });
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
    const body = waitRule({ conditions: { ...waitRule().conditions, ...change } });
    for (const path of ["/rules/", "/rules/preview/"]) {
      const answer = await call("POST", path, { token: books.token, body });
      expect({ status: answer.status, message: answer.body.message }).toEqual({
        ...{ status: 422, message },
      });
    }
  });

  test("a transfer gets no receipt", async () => {
    const receipt = {
      do: "receipt",
      customer: null,
      item_id: "1",
      tax_code_id: null,
      class_id: null,
    };
    const transfer = waitRule({
      conditions: { ...waitRule().conditions, kind: "transfer" },
      outcome: { ...receipt, memo: "" },
    });
    expect((await call("POST", "/rules/", { token: books.token, body: transfer })).status).toBe(
      422,
    );
  });
});

describe("a preview", () => {
  const preview = (change: object = {}) => {
    const { outcome: _, ...body } = waitRule();
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
      conditions: { ...waitRule().conditions, description: "Donation" },
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
