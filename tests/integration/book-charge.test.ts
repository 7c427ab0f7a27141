import { describe, expect, test } from "vitest";
import { booksOf } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { settled } from "../support/worker";
import {
  control,
  detailOf,
  eachInACompanyOfItsOwn,
  emulators,
  inQuickBooks,
  ledgerOf,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn();

const HARBOR = "Blue Harbor";
const texts = (rows: { text: string }[]) => rows.map(({ text }) => text);

async function accounts(): Promise<{ Id: string; Name: string; group: string }[]> {
  return (await ok("GET", "/qb/accounts/", token)).accounts;
}

async function accountNamed(name: string) {
  const found = (await accounts()).find(({ Name }) => Name === name);
  if (!found) throw new Error(`QuickBooks has no account ${name}`);
  return found;
}

async function tags() {
  const { ledger, store } = await ledgerOf();
  const [customer] = await ledger.customers(store, HARBOR);
  const [ofClass] = await ledger.classes(store);
  if (!customer || !ofClass) throw new Error("QuickBooks has the customer, and classes");
  return {
    customer: { Id: customer.id, Name: customer.name },
    class: { Id: ofClass.id, Name: ofClass.name },
  };
}

/** A payout of two charges, of which the books know the first one. */
async function seed() {
  await control("/stripe/payouts", {
    charges: [
      { amount: 5_000, name: HARBOR },
      { amount: 12_345, name: "Anna Li" },
    ],
  });
  await control("/quickbooks/payments", { amount: 5_000, customer: HARBOR });
  await syncBoth();
  const { id } = await theDeposit();
  const { deposit } = await detailOf(id);
  const line = deposit.lines.find(({ entity }: { entity: string }) => entity === "Anna Li");
  const named = { deposit_id: id, line_id: line.id };
  const book = (account: { Id: string }, more: object = {}) =>
    call("POST", "/qb/book-line/", {
      token,
      body: { ...named, kind: "charge", account_id: account.Id, ...more },
    });
  return { id, named, book };
}

const quickbooks = async () => {
  const { deposits, payments } = await booksOf(emulators);
  return { deposits, payments: payments.map(({ amount }) => amount) };
};

test("a charge is a line of the Deposit, with customer, class and memo; undo takes it back", async () => {
  const { id, named, book } = await seed();
  const { booking } = await ok(
    "GET",
    `/qb/line-options/?deposit_id=${id}&line_id=${named.line_id}`,
    token,
  );
  expect(booking).toBe("charge");
  const sales = await accountNamed("Sales");
  const { customer, class: ofClass } = await tags();
  const booked = await book(sales, { customer, class: ofClass, memo: "Sold at the fair" });
  expect(booked).toMatchObject({ status: 200, body: { message: "Booked to Sales" } });
  await settled(token);
  const { deposit, proof, journal, matches, history } = await detailOf(id);
  expect(deposit.status).toBe("posted");
  expect(proof).toMatchObject({ payments: "50.00", other: "123.45", closes: true });
  expect(journal.lines).toContainEqual(
    expect.objectContaining({
      ...{ account: "Sales", customer: HARBOR, class: ofClass.Name, memo: "Sold at the fair" },
      ...{ debit: "0.00", credit: "123.45" },
    }),
  );
  expect(matches.map(({ booked: own }: { booked: unknown }) => own)).toContainEqual({
    ...{ account: "Sales", customer: HARBOR, class: ofClass.Name, memo: "Sold at the fair" },
  });
  expect(texts(history).join("\n")).toContain("Sales");

  const { deposits, payments } = await quickbooks();
  expect(payments).toEqual([5_000]);
  const { Deposit } = await inQuickBooks("GET", `deposit/${deposits[0]?.id}`);
  const line = Deposit.Line.find(({ Amount }: { Amount: number }) => Amount === 123.45);
  expect(line).toMatchObject({
    Description: "Sold at the fair",
    DepositLineDetail: {
      AccountRef: { value: sales.Id },
      Entity: { value: customer.Id, type: "CUSTOMER" },
      ClassRef: { value: ofClass.Id },
    },
  });
  // A sync finds it as it was posted.
  await syncBoth();
  expect((await theDeposit()).status).toBe("posted");

  expect((await ok("POST", "/qb/undo/", token, { deposit_id: id })).message).toBe("Match undone");
  expect((await quickbooks()).deposits).toEqual([]);
  const after = await detailOf(id);
  expect(after.deposit.lines.map(({ status }: { status: string }) => status)).toContain("pending");
  expect(after.proof.other).toBe("0.00");
});

test("without a memo its line says what the processor says; the list calls it matched", async () => {
  await ok("PUT", "/settings/company/", token, {
    ...(await ok("GET", "/settings/company/", token)),
    auto_match: false,
  });
  const { id, named, book } = await seed();
  expect((await book(await accountNamed("Sales"))).body.status).toBe("pending");
  const listed = (await theDeposit()).lines.find(
    ({ id: lineId }: { id: number }) => lineId === named.line_id,
  );
  expect(listed.status).toBe("matched");
  const { matches } = await detailOf(id);
  expect(matches.flatMap(({ booked }: { booked: object | null }) => booked ?? [])).toEqual([
    { account: "Sales", customer: "", class: "", memo: listed.description },
  ]);
  expect((await book(await accountNamed("Sales"))).status).toBe(409);
});

describe("what it can't be booked to", () => {
  test("the deposit's bank account, receivables, another currency, and always", async () => {
    const { id, book } = await seed();
    const { banks } = await ok("GET", "/qb/bank-account/", token);
    const bank = await ok("POST", "/qb/save-bank/", token, {
      bank_id: banks[0].Id,
      bank_name: banks[0].Name,
    });
    expect(bank.message).toBeTruthy();
    expect((await book(banks[0])).body.message).toContain("the bank account that deposits go to");
    expect((await book({ Id: "424242" })).status).toBe(422);
    expect((await book(await accountNamed("Sales"), { always: true })).body.message).toBe(
      "Charges differ. Create a rule for those that always go there.",
    );
    expect(await adminDb().match.count({ where: { depositId: id, origin: "manual" } })).toBe(0);
  });

  test("a refund is no charge", async () => {
    await control("/stripe/payouts", {
      charges: [{ amount: 50_000, name: HARBOR, refunded: 4_500 }],
    });
    await syncBoth();
    const { id } = await theDeposit();
    const { deposit } = await detailOf(id);
    const refund = deposit.lines.find(({ amount }: { amount: string }) => amount.startsWith("-"));
    const answer = await call("POST", "/qb/book-line/", {
      token,
      body: {
        ...{ deposit_id: id, line_id: refund.id, kind: "charge" },
        account_id: (await accountNamed("Sales")).Id,
      },
    });
    expect(answer.body.message).toBe("This line isn't booked to an account of its own.");
  });
});

describe("a choice that is changed", () => {
  /** No posting begins: the other charge is not decided. */
  async function chosen() {
    await ok("PUT", "/settings/company/", token, {
      ...(await ok("GET", "/settings/company/", token)),
      auto_match: false,
    });
    const seeded = await seed();
    expect((await seeded.book(await accountNamed("Sales"))).status).toBe(200);
    return seeded;
  }
  const chosenText = async (id: number) =>
    (await detailOf(id)).matches.flatMap(({ evidence }: { evidence: { text: string }[] }) =>
      texts(evidence).slice(0, 1),
    );
  const receipt = { customer: null, item_id: "1", date: "2026-10-30" };
  const plan = (id: number, line_id: number, change: object) =>
    call("POST", "/qb/plan-receipt/", {
      token,
      body: {
        deposit_id: id,
        line_ids: [line_id],
        receipt: { ...receipt, ...change },
        replace: true,
      },
    });

  test("stays until the new one is stored", async () => {
    const { id, named } = await chosen();
    const { receipt: offered } = await ok(
      "GET",
      `/qb/line-options/?deposit_id=${id}&line_id=${named.line_id}&replace=true`,
      token,
    );
    expect(offered.kind).toBe("SalesReceipt");
    // Refused while it is checked, and in the transaction that had taken the old one back.
    expect((await plan(id, named.line_id, { item_id: "99" })).status).toBe(422);
    expect((await plan(id, named.line_id, { item_id: null })).status).toBe(422);
    expect(await chosenText(id)).toEqual(["Booked to Sales"]);

    expect((await plan(id, named.line_id, {})).status).toBe(200);
    expect(await chosenText(id)).toEqual(["Sales receipt of 123.45"]);
    await ok("POST", "/qb/book-line/", token, {
      ...{ ...named, kind: "charge", replace: true },
      account_id: (await accountNamed("Sales")).Id,
    });
    expect(await chosenText(id)).toEqual(["Booked to Sales"]);
    expect(await adminDb().ledgerPayment.count({ where: { state: "planned" } })).toBe(0);
  });

  test("is taken back by its line", async () => {
    const { id, named } = await chosen();
    await ok("POST", "/qb/cancel-planned/", token, named);
    expect(await chosenText(id)).toEqual([]);
    expect((await call("POST", "/qb/cancel-planned/", { token, body: named })).status).toBe(404);
    const nothing = { deposit_id: id };
    expect((await call("POST", "/qb/cancel-planned/", { token, body: nothing })).status).toBe(422);
  });
});

test("a rule books charges to an account, with customer and class", async () => {
  const { customer, class: ofClass } = await (async () => {
    await control("/quickbooks/payments", { amount: 100, customer: HARBOR });
    return tags();
  })();
  const sales = await accountNamed("Sales");
  const { rule } = await ok("POST", "/rules/", token, {
    integration_type: "stripe",
    conditions: {
      ...{ kind: "charge", description: "", customer: "any", customer_name: "" },
      ...{ amount_from: null, amount_to: null, currency: null, after_days: 0 },
    },
    outcome: {
      ...{ do: "account", account_id: sales.Id, class_id: ofClass.Id },
      customer: { Id: customer.Id, name: customer.Name },
    },
  });
  expect(rule.text).toBe(
    `Stripe charges → book to 'Sales', customer '${HARBOR}', class '${ofClass.Name}'`,
  );
  await ok("POST", "/rules/switch/", token, { rule_id: rule.id, active: true });
  await control("/stripe/payouts", { charges: [{ amount: 12_345, name: "Anna Li" }] });
  await syncBoth();
  const { id, status } = await theDeposit();
  expect(status).toBe("posted");
  const { journal } = await detailOf(id);
  expect(journal.lines).toContainEqual(
    expect.objectContaining({ account: "Sales", customer: HARBOR, class: ofClass.Name }),
  );
  const { uses } = await ok("GET", `/rules/uses/?rule_id=${rule.id}`, token);
  expect(texts(uses)).toEqual(["Booked to Sales"]);
  const draft = await ok(
    "GET",
    `/rules/from-line/?deposit_id=${id}&line_id=${uses[0].line_id}`,
    token,
  );
  expect(draft.outcome).toEqual({
    ...{ do: "account", account: { Id: sales.Id, Name: "Sales" } },
    ...{ customer, class: ofClass },
  });
});
