import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Emulators, startEmulators } from "../support";
import { noteOf, Organisation, TODAY } from "./support";

let emulators: Emulators;
let org: Organisation;

beforeAll(async () => {
  emulators = await startEmulators({ company: "empty", today: TODAY });
});
beforeEach(async () => {
  org = new Organisation(emulators);
  await org.begin();
});
afterAll(() => emulators.close());

const FEE = { account: "Merchant Fees", amount: -345 };

describe("a clearing account that is a bank account", () => {
  it("gives the net to the bank by a transfer, and the fees by money spent", async () => {
    await org.by("payments", { amount: 10_000 });
    const ids: string[] = [];
    const made = await org.ledger.createDeposit(
      org.store,
      org.draft(10_000, [FEE]),
      "r1",
      async (id) => {
        ids.push(id);
      },
    );
    expect(await org.held()).toEqual({
      "Business Account": 9655,
      "Merchant Fees": 345,
      Sales: -10_000,
    });
    expect(made.id).toMatch(/^spend:[\da-f-]{36}\+transfer:[\da-f-]{36}$/);
    expect(ids).toEqual([made.id.split("+")[0]]);
    expect(made).toMatchObject({ total: 9655, bankName: "Business Account", note: noteOf("P1") });
    expect(made.entries).toMatchObject([
      { amount: 10_000, accountName: "PayPal Clearing" },
      { amount: -345, accountName: "Merchant Fees", customerName: "PayPal" },
    ]);
    const { bank_transactions } = await org.books();
    expect(bank_transactions.map(({ reconciled }) => reconciled)).toEqual([false, false, false]);
    expect(await org.ledger.readDeposit(org.store, made.id)).toEqual(made);
    expect(await org.ledger.depositsBetween(org.store, TODAY, TODAY)).toEqual([made]);
  });

  it("receives a gain, and spends and receives what cancels out", async () => {
    const gain = { account: "Other Revenue", amount: 500 };
    await org.ledger.createDeposit(org.store, org.draft(1000, [FEE, gain]), "r1");
    expect(await org.held()).toMatchObject({ "PayPal Clearing": -1000, "Business Account": 1155 });
    await org.ledger.createDeposit(
      org.store,
      org.draft(1000, [FEE, { ...gain, amount: 345 }], { payout: "P2" }),
      "r2",
    );
    expect(await org.documents()).toEqual([
      "RECEIVE 155 PayPal Clearing",
      "RECEIVE 345 PayPal Clearing",
      "SPEND 345 PayPal Clearing",
      "TRANSFER 1000 PayPal Clearing > Business Account",
      "TRANSFER 1155 PayPal Clearing > Business Account",
    ]);
  });

  it("takes a payout below zero from the bank, and moves none of zero", async () => {
    const dispute = { account: "Disputes", amount: -2000 };
    const below = await org.ledger.createDeposit(org.store, org.draft(500, [dispute]), "r1");
    expect(below).toMatchObject({ total: -1500, bankName: "Business Account" });
    expect(below.id).toMatch(/^spend:.*\+debit:/);
    const none = org.draft(345, [FEE], { payout: "P2" });
    const zero = await org.ledger.createDeposit(org.store, none, "r2");
    expect(zero).toMatchObject({ total: 0, bankId: "" });
    expect(await org.held()).toEqual({
      "Business Account": -1500,
      "PayPal Clearing": -845,
      Disputes: 2000,
      "Merchant Fees": 345,
    });
    const listed = await org.ledger.depositsBetween(org.store, TODAY, TODAY);
    expect(listed.find(({ id }) => id === below.id)).toEqual(below);
  });

  it("takes a bare payout below zero back by its id", async () => {
    const draft = org.draft(-700, []);
    const made = await org.ledger.createDeposit(org.store, draft, "r1");
    expect(made).toMatchObject({ total: -700, bankName: "Business Account" });
    expect(await org.ledger.readDeposit(org.store, made.id)).toEqual(made);
  });

  it("carries tracking and makes the processor's contact once", async () => {
    const [north] = await org.ledger.classes(org.store);
    const [online] = await org.ledger.locations(org.store);
    expect([north?.name, online?.name]).toEqual(["North", "Online"]);
    const fee = { ...FEE, classId: north?.id };
    const more = { processor: "Kea Pay", locationId: online?.id };
    const draft = org.draft(1000, [fee], more);
    const made = await org.ledger.createDeposit(org.store, draft, "r1");
    await org.ledger.createDeposit(
      org.store,
      org.draft(2000, [FEE], { ...more, payout: "P2" }),
      "r2",
    );
    expect(made.entries[1]).toMatchObject({ className: "North, Online", customerName: "Kea Pay" });
    expect(await org.ledger.customers(org.store, "Kea Pay")).toHaveLength(1);
  });
});

describe("a clearing account that takes payments, and is no bank account", () => {
  const clearing = "Card Clearing";

  it("is one receipt on the bank with a line of the gross", async () => {
    await org.by("payments", { amount: 10_000, account: clearing });
    const made = await org.ledger.createDeposit(
      org.store,
      org.draft(10_000, [FEE], { clearing }),
      "r1",
    );
    expect(await org.documents()).toEqual(["RECEIVE 9655 Business Account"]);
    expect(await org.held()).toEqual({
      "Business Account": 9655,
      "Merchant Fees": 345,
      Sales: -10_000,
    });
    expect(made.id).toMatch(/^deposit:[\da-f-]{36}$/);
    expect(made.entries.map(({ amount }) => amount)).toEqual([10_000, -345]);
    expect(await org.ledger.depositsBetween(org.store, TODAY, TODAY)).toEqual([made]);
  });

  it("is money spent where the payout is below zero, and refused for one of zero", async () => {
    const draft = org.draft(500, [{ account: "Disputes", amount: -2000 }], { clearing });
    const made = await org.ledger.createDeposit(org.store, draft, "r1");
    expect(made).toMatchObject({ total: -1500 });
    expect(await org.held()).toEqual({
      "Business Account": -1500,
      "Card Clearing": -500,
      Disputes: 2000,
    });
    expect(await org.ledger.depositsBetween(org.store, TODAY, TODAY)).toEqual([made]);
    const zero = org.ledger.createDeposit(org.store, org.draft(345, [FEE], { clearing }), "r2");
    await expect(zero).rejects.toMatchObject({ detail: { code: "nothing_to_bank" } });
  });

  it("keeps the clearing line without tax beside fees with one", async () => {
    const more = { clearing, taxCodeId: "INPUT2" };
    const made = await org.ledger.createDeposit(org.store, org.draft(10_000, [FEE], more), "r1");
    expect(made.total).toBe(9655);
    const { bank_transactions } = await org.books();
    expect(bank_transactions[0]?.lines).toMatchObject([
      { account: clearing, amount: 10_000, tax: 0, tax_type: "NONE" },
      { account: "Merchant Fees", amount: -345, tax: -45, tax_type: "INPUT2" },
    ]);
  });
});

describe.each([
  ["NZ", "NZD", "NONE"],
  ["UK", "GBP", "NONE"],
  ["AU", "AUD", "BASEXCLUDED"],
  ["US", "USD", "NONE"],
])("in %s", (country, currency, none) => {
  it("books fees without tax, whatever their account's default", async () => {
    await org.begin({ country });
    const draft = org.draft(10_000, [FEE], { currency });
    await org.ledger.createDeposit(org.store, draft, "r1");
    const { bank_transactions } = await org.books();
    const [spend] = bank_transactions.filter(({ type }) => type === "SPEND");
    expect(spend?.total).toBe(345);
    expect(spend?.lines).toEqual([
      expect.objectContaining({ amount: 345, tax: 0, tax_type: none }),
    ]);
  });
});

it("moves money only between bank accounts of one currency", async () => {
  const clearing = "PayPal USD";
  const call = org.ledger.createDeposit(
    org.store,
    org.draft(1000, [], { clearing, currency: "USD" }),
    "r1",
  );
  await expect(call).rejects.toMatchObject({ detail: { code: "account_currency" } });
  const onReserve = org.draft(1000, [], { clearing: "Processor Reserves" });
  await expect(org.ledger.createDeposit(org.store, onReserve, "r2")).rejects.toMatchObject({
    detail: { code: "clearing_account" },
  });
  const lent = org.draft(1000, [{ account: "Stripe Clearing", amount: -100 }]);
  await expect(org.ledger.createDeposit(org.store, lent, "r3")).rejects.toMatchObject({
    detail: { code: "bank_account_line" },
  });
  expect(await org.documents()).toEqual([]);
});
