import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { refusalText } from "@/server/posting/handle-failure";
import type { DepositDraft, LedgerAccount, PaymentDraft } from "@/server/providers/ledger";
import {
  collect,
  connectQuickBooks,
  control,
  type Emulators,
  failure,
  MemoryStore,
  overview,
  paymentsOf,
  quickBooksProvider,
  requests,
  startEmulators,
} from "./support";

let emulators: Emulators;
let store: MemoryStore;
let accounts: LedgerAccount[];

const books = () => quickBooksProvider(emulators).ledger;

// Books in the United Kingdom: VAT, multicurrency, locations; closed until the end of October.
beforeAll(async () => {
  emulators = await startEmulators({ seed: 7, today: "2026-11-18", company: "uk-empty" });
});
beforeEach(async () => {
  await control(emulators, "POST", "/reset");
  store = new MemoryStore((await connectQuickBooks(emulators)).credentials);
  accounts = await books().accounts(store);
});
afterAll(() => emulators.close());

const company = (input: object) => control(emulators, "POST", "/quickbooks/company", input);

function account(name: string): string {
  return accounts.find((each) => each.name === name)?.id ?? "";
}

/** One payment of 100.00 less a fee of 3.20. */
async function draft(
  changes: Partial<DepositDraft> = {},
  payment: object = {},
): Promise<DepositDraft> {
  const { currency = "GBP" } = changes;
  await control(emulators, "POST", "/quickbooks/payments", {
    ...{ amount: 10_000, currency, customer: `Ann Baker ${currency}`, date: "2026-11-03" },
    ...payment,
  });
  const [open] = (await overview(emulators)).payments.filter(({ undeposited }) => undeposited);
  return {
    bankAccountId: account("Checking"),
    date: "2026-11-05",
    currency,
    note: "Stripe payout po_123",
    total: 9_680,
    payments: [{ kind: "Payment", providerId: open?.id ?? "", amount: 10_000 }],
    entries: [
      { amount: -320, accountId: account("Merchant Processing Fees"), description: "Fees" },
    ],
    ...changes,
  };
}

/** The last Deposit as QuickBooks stores it. */
async function stored(): Promise<Record<string, unknown>> {
  const { accessToken, realmId } = (await store.current()) as Record<string, string>;
  const query = encodeURIComponent("select * from Deposit");
  const answer = await fetch(
    `${emulators.quickbooks.url}/v3/company/${realmId}/query?query=${query}`,
    { headers: { authorization: `Bearer ${accessToken}` } },
  );
  return (await answer.json()).QueryResponse.Deposit[0];
}

it("names the account that was made inactive", async () => {
  const wanted = await draft();
  const { accessToken, realmId } = (await store.current()) as Record<string, string>;
  const id = account("Merchant Processing Fees");
  const address = `${emulators.quickbooks.url}/v3/company/${realmId}/account`;
  const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
  const { Account } = await (await fetch(`${address}/${id}`, { headers })).json();
  const body = JSON.stringify({ ...Account, Active: false });
  expect((await fetch(address, { method: "POST", headers, body })).status).toBe(200);
  const refused = await failure(books().createDeposit(store, wanted, "request-1"));
  expect(refused).toMatchObject({
    ...{ failure: "not_found", detail: { code: "610" } },
    detail: { inactiveAccounts: ["Merchant Processing Fees"] },
  });
  expect(refusalText(refused)).toBe(
    "The account Merchant Processing Fees is inactive in QuickBooks. Make it active there, or choose another account here.",
  );
  expect(refused.detail.words).toContain("has been made inactive");
});

describe("a refund receipt, which doesn't name its Deposit,", () => {
  async function refunded() {
    await control(emulators, "POST", "/quickbooks/payments", {
      ...{ type: "RefundReceipt", amount: 2_000, currency: "GBP", customer: "Ann Baker GBP" },
      ...{ date: "2026-11-03" },
    });
    const { payments } = await overview(emulators);
    const providerId = payments.find(({ type }) => type === "RefundReceipt")?.id ?? "";
    const refund = { kind: "RefundReceipt" as const, providerId, amount: -2_000 };
    const { payments: linked, ...rest } = await draft();
    const wanted = { ...rest, total: 7_680, payments: [...linked, refund] };
    return { providerId, wanted, refs: [{ kind: refund.kind, providerId }] };
  }
  const found = async (since?: string) => {
    const rows = await collect(paymentsOf(books().payments(store, since)));
    return rows.filter(({ kind }) => kind === "RefundReceipt");
  };

  it("is deposited because a Deposit lists it, however it is read", async () => {
    const { providerId, wanted, refs } = await refunded();
    expect(await found()).toMatchObject([{ providerId, open: true, depositedOn: null }]);
    const since = new Date(Date.now() - 60_000).toISOString();
    const { id } = await books().createDeposit(store, wanted, "request-1");
    const deposited = [{ providerId, open: false, depositedOn: id }];
    expect(await books().readPayments(store, refs)).toMatchObject(deposited);
    expect(await found()).toMatchObject(deposited);
    expect(await found(since)).toMatchObject(deposited);
  });

  it("costs a call only while one is open", async () => {
    await draft();
    await control(emulators, "DELETE", "/requests");
    await found();
    const queries = await requests(emulators, "/query");
    expect(queries.filter(({ query }) => query.includes("from deposit"))).toEqual([]);
  });
});

describe("tax", () => {
  it("doesn't apply to a Deposit, unless a code was chosen", async () => {
    const made = await books().createDeposit(store, await draft(), "request-1");
    expect(made).toMatchObject({ total: 9_680, currency: "GBP" });
    expect(await stored()).toMatchObject({
      GlobalTaxCalculation: "NotApplicable",
      CurrencyRef: { value: "GBP" },
    });
  });

  it("has the chosen code on each direct line, and the total stays the payout's", async () => {
    const made = await books().createDeposit(store, await draft({ taxCodeId: "5" }), "request-1");
    expect(made.total).toBe(9_680);
    const { GlobalTaxCalculation, Line } = (await stored()) as Record<string, object[]>;
    expect(GlobalTaxCalculation).toBe("TaxInclusive");
    expect(Line?.at(-1)).toMatchObject({
      DepositLineDetail: { TaxCodeRef: { value: "5" }, TaxApplicableOn: "Purchase" },
    });
  });

  it("is refused in QuickBooks' own words where the company takes no line without a code", async () => {
    await company({ demandsTaxCodes: true });
    const refused = await failure(books().createDeposit(store, await draft(), "request-1"));
    expect(refused).toMatchObject({ failure: "rejected", detail: { code: "6000" } });
    expect(refused.detail.words).toContain("have a VAT rate before you save");
    const made = await books().createDeposit(store, await draft({ taxCodeId: "7" }), "request-2");
    expect(made.total).toBe(9_680);
  });

  it("that QuickBooks adds on top of the amounts costs the Deposit", async () => {
    await company({ depositAmounts: "net" });
    const wanted = await draft({ taxCodeId: "5" });
    const refused = await failure(books().createDeposit(store, wanted, "request-1"));
    expect(refused.detail.code).toBe("total_differs");
    expect((await overview(emulators)).deposits).toEqual([]);
  });

  it("is left alone in the United States", async () => {
    await control(emulators, "POST", "/reset", { company: "empty" });
    store = new MemoryStore((await connectQuickBooks(emulators)).credentials);
    accounts = await books().accounts(store);
    const wanted = await draft({ currency: "USD", taxCodeId: "5" });
    await books().createDeposit(store, wanted, "request-1");
    expect(await stored()).not.toHaveProperty("GlobalTaxCalculation");
    expect(JSON.stringify(await stored())).not.toContain("TaxCodeRef");
  });

  const receipt: PaymentDraft = {
    ...{ kind: "SalesReceipt", date: "2026-11-10", amount: 12_345, currency: "GBP" },
    ...{ customerId: null, referenceNumber: "ch_1", note: "marker-1", invoices: [] },
    ...{ itemId: "1", taxCodeId: null, classId: null, description: "Order 1042" },
  };

  it.each(["SalesReceipt", "RefundReceipt"] as const)(
    "doesn't apply to a %s without a code",
    async (kind) => {
      const made = await books().createPayment(store, { ...receipt, kind }, "receipt-1");
      expect(Math.abs(made.amount)).toBe(12_345);
    },
  );

  it("is contained in a receipt with a code", async () => {
    const taxed = { ...receipt, taxCodeId: "5" };
    expect((await books().createPayment(store, taxed, "receipt-1")).amount).toBe(12_345);
  });
});

describe("a Deposit in another currency", () => {
  const EURO_RATE = 0.850394;

  it("has the books' rate of its day, and is worth that much at home", async () => {
    const wanted = await draft({ currency: "EUR" });
    const made = await books().createDeposit(store, wanted, "request-1");
    expect(made).toMatchObject({ total: 9_680, currency: "EUR" });
    expect(await stored()).toMatchObject({ ExchangeRate: EURO_RATE, HomeTotalAmt: 82.32 });
    const [asked] = await requests(emulators, "/exchangerate");
    expect(asked?.query).toContain(`asofdate=${wanted.date}`);
  });

  it("stays when what it links was booked at another rate: the exchange gain is QuickBooks' own", async () => {
    const wanted = await draft({ currency: "EUR" }, { rate: 1.08 });
    await books().createDeposit(store, wanted, "request-1");
    // 100.00 at 1.08 less 3.20 at the day's rate were expected, 82.32 came.
    expect((await overview(emulators)).deposits).toMatchObject([
      { home_total: 8_232, exchange_gain: 8_232 - (10_800 - 272) },
    ]);
  });

  it("is not sent at one to one when the books have no rate", async () => {
    await company({ withoutRate: ["EUR"] });
    const wanted = await draft({ currency: "EUR" });
    const refused = await failure(books().createDeposit(store, wanted, "request-1"));
    expect(refused).toMatchObject({ failure: "rejected", detail: { code: "no_exchange_rate" } });
    expect((await overview(emulators)).deposits).toEqual([]);
  });

  it("is deleted when QuickBooks books it at another rate", async () => {
    const wanted = await draft({ currency: "EUR" });
    await company({ fixedRate: 1 });
    const refused = await failure(books().createDeposit(store, wanted, "request-1"));
    expect(refused.detail.code).toBe("total_differs");
    expect((await overview(emulators)).deposits).toEqual([]);
  });

  it("needs no rate in the home currency", async () => {
    await books().createDeposit(store, await draft(), "request-1");
    expect(await requests(emulators, "/exchangerate")).toEqual([]);
    expect(await stored()).not.toHaveProperty("ExchangeRate");
  });
});

describe("a payment that was corrected after it was read", () => {
  async function corrected() {
    const wanted = await draft();
    const [payment] = wanted.payments;
    await control(emulators, "POST", "/quickbooks/payments/change", {
      ...{ id: payment?.providerId, amount: 9_900 },
    });
    return failure(books().createDeposit(store, wanted, "request-1"));
  }

  it("is not deposited where QuickBooks refuses the amount that was", async () => {
    expect((await corrected()).detail.code).toBe("6000");
    expect((await overview(emulators)).deposits).toEqual([]);
  });

  it("is not left deposited where QuickBooks takes its own amount instead", async () => {
    await company({ linkedAmounts: "own" });
    expect((await corrected()).detail.code).toBe("total_differs");
    const { deposits, payments } = await overview(emulators);
    expect(deposits).toEqual([]);
    expect(payments).toMatchObject([{ amount: 9_900, undeposited: true }]);
  });
});
