import { expect, test } from "vitest";
import { adminDb } from "../support/admin-db";
import { call, ok } from "../support/client";
import { connectedCompany } from "../support/company";
import { settled } from "../support/worker";
import { control, eachInACompanyOfItsOwn, emulators, inQuickBooks } from "./ledger-changes/world";

eachInACompanyOfItsOwn();

interface Named {
  Id: string;
  Name: string;
}

/** Books in the United Kingdom, closed up to 31 October: VAT, multicurrency, classes and locations. */
async function britishCompany(): Promise<string> {
  await control("/reset", { company: "uk-empty" });
  const { token } = await connectedCompany(emulators, {});
  await settled(token);
  return token;
}

/** A sale that reaches the bank on 3 November, less the processor's fee; synced, matched and confirmed. */
async function sale(token: string, currency = "gbp") {
  await control("/stripe/payouts", { currency, charges: [{ amount: 5_000, name: "Ann Baker" }] });
  await control("/quickbooks/payments", { amount: 5_000, currency, customer: "Ann Baker" });
  return matched(token);
}

async function matched(token: string) {
  await ok("POST", "/stripe/save-payouts/", token);
  await ok("POST", "/qb/sync-payments/", token);
  await settled(token);
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  if (deposits[0].status === "suggested") {
    await ok("POST", "/qb/confirm-match/", token, { deposit_id: deposits[0].id });
    await settled(token);
  }
  return (await ok("GET", "/qb/deposit-status/", token)).deposits[0];
}

async function inBooks() {
  const { QueryResponse } = await inQuickBooks("GET", "query?query=select * from Deposit");
  return QueryResponse.Deposit;
}

const nothing = {
  ...{ integration_type: "stripe", tax_code_id: null, class_id: null, location_id: null },
  ...{ customer: null, payment_method_id: null },
};

test("take a Deposit to which no tax applies", async () => {
  const token = await britishCompany();
  expect(await sale(token)).toMatchObject({ status: "posted", currency: "GBP" });
  expect(await inBooks()).toMatchObject([
    { GlobalTaxCalculation: "NotApplicable", CurrencyRef: { value: "GBP" }, TxnDate: "2026-11-03" },
  ]);
});

test("take what the settings say of fee lines: tax code, class, location, customer, payment method", async () => {
  const token = await britishCompany();
  await control("/quickbooks/payments", { amount: 100, currency: "GBP", customer: "Stripe UK" });
  const lists = await ok("GET", "/qb/line-lists/", token);
  const id = (list: Named[], name: string) => list.find(({ Name }) => Name === name)?.Id ?? null;
  const { customers } = await ok("GET", "/qb/customers/?search=Stripe", token);
  const chosen = {
    ...{ integration_type: "stripe", tax_code_id: id(lists.tax_codes, "20.0% S") },
    ...{ class_id: id(lists.classes, "Online"), location_id: id(lists.locations, "York") },
    customer: { Id: customers[0].Id, Name: customers[0].name },
    payment_method_id: id(lists.payment_methods, "Credit Card"),
  };
  expect(await ok("PUT", "/settings/lines/", token, chosen)).toEqual({
    message: "Lines from Stripe saved",
  });
  const { sources } = await ok("GET", "/settings/lines/", token);
  expect(sources[0]).toMatchObject({
    ...{ tax_code: { Name: "20.0% S" }, class: { Name: "Online" }, location: { Name: "York" } },
    ...{ customer: { Name: "Stripe UK" }, payment_method: { Name: "Credit Card" } },
  });
  expect(await sale(token)).toMatchObject({ status: "posted" });
  const [deposit] = await inBooks();
  expect(deposit).toMatchObject({
    ...{ GlobalTaxCalculation: "TaxInclusive", DepartmentRef: { value: chosen.location_id } },
  });
  expect(deposit.Line.at(-1).DepositLineDetail).toMatchObject({
    ...{ TaxCodeRef: { value: chosen.tax_code_id }, TaxApplicableOn: "Purchase" },
    ...{ ClassRef: { value: chosen.class_id }, Entity: { value: chosen.customer.Id } },
    PaymentMethodRef: { value: chosen.payment_method_id },
  });
});

test("wait for a tax code where each line needs one, and go on once it is chosen", async () => {
  const token = await britishCompany();
  await control("/quickbooks/company", { demandsTaxCodes: true });
  const { id, posting, reason } = await sale(token);
  expect(posting.message).toContain("Choose one in Settings, under Fees and other lines.");
  expect(reason.details).toContain("Make sure all your transactions have a VAT rate");
  const { tax_codes } = await ok("GET", "/qb/line-lists/", token);
  await ok("PUT", "/settings/lines/", token, { ...nothing, tax_code_id: tax_codes[0].Id });
  await ok("POST", "/qb/retry-posting/", token, { deposit_id: id });
  await settled(token);
  expect((await ok("GET", "/qb/deposit-status/", token)).deposits[0].status).toBe("posted");
});

test("take a Deposit that another process's company facts had refused, at the second attempt", async () => {
  const { token } = await connectedCompany(emulators, {});
  await settled(token);
  // Read while the company was American, and kept.
  await ok("POST", "/qb/sync-payments/", token);
  await settled(token);
  await control("/quickbooks/company", { country: "GB" });
  expect(await sale(token, "usd")).toMatchObject({ status: "posted", currency: "USD" });
  expect(await inBooks()).toMatchObject([{ GlobalTaxCalculation: "NotApplicable" }]);
  const { requests } = await (await fetch(`${emulators.control.url}/requests`)).json();
  const sent = requests.filter(
    ({ method, path }: Record<string, string>) => method === "POST" && path?.endsWith("/deposit"),
  );
  expect(sent.map(({ status }: { status: number }) => status)).toEqual([400, 200]);
  const ids = sent.map(({ query }: { query: string }) =>
    new URLSearchParams(query).get("requestid"),
  );
  expect(new Set(ids).size).toBe(2);
});

test("take a Deposit in euros at their own rate", async () => {
  const token = await britishCompany();
  expect(await sale(token, "eur")).toMatchObject({ status: "posted", currency: "EUR" });
  const [{ ExchangeRate, HomeTotalAmt, TotalAmt }] = await inBooks();
  expect(ExchangeRate).toBe(0.850394);
  expect(HomeTotalAmt).toBeCloseTo(TotalAmt * ExchangeRate, 2);
});

test("have payments in another account, which the sync counts and names", async () => {
  const token = await britishCompany();
  const { accounts } = await ok("GET", "/qb/accounts/", token);
  const depositTo = accounts.find(({ Name }: Named) => Name === "Stripe Clearing").Id;
  const today = new Date().toISOString().slice(0, 10);
  for (const amount of [1_000, 2_000]) {
    await control("/quickbooks/payments", { amount, currency: "GBP", depositTo, date: today });
  }
  const { run } = await ok("POST", "/qb/sync-payments/", token);
  expect(run.message).toContain(
    "2 payments can't be matched yet: 2 are in Stripe Clearing. Match payments from Stripe Clearing too, or move them to Undeposited Funds in QuickBooks",
  );
});

test("move payments out of the chosen account without tax, and never beside fees that carry some", async () => {
  const token = await britishCompany();
  const { accounts } = await ok("GET", "/qb/accounts/", token);
  const depositTo = accounts.find(({ Name }: Named) => Name === "Stripe Clearing").Id;
  const chosen = { account_id: depositTo, from: "2026-11-01" };
  await ok("PUT", "/settings/payment-account/", token, chosen);
  const { tax_codes } = await ok("GET", "/qb/line-lists/", token);
  await ok("PUT", "/settings/lines/", token, { ...nothing, tax_code_id: tax_codes[0].Id });
  const payment = { amount: 5_000, currency: "GBP", customer: "Ann Baker", depositTo };
  await control("/stripe/payouts", {
    ...{ currency: "gbp", charges: [{ amount: 5_000, name: "Ann Baker" }] },
  });
  await control("/quickbooks/payments", { ...payment, date: "2026-11-02" });
  expect(await matched(token)).toMatchObject({
    status: "matched",
    posting: {
      state: "blocked",
      message: expect.stringContaining("its payments from Stripe Clearing must not be taxed"),
    },
  });
  expect(await inBooks()).toBeUndefined();
  await ok("PUT", "/settings/lines/", token, nothing);
  await settled(token);
  expect((await ok("GET", "/qb/deposit-status/", token)).deposits[0].status).toBe("posted");
  const [deposit] = await inBooks();
  expect(deposit).toMatchObject({
    GlobalTaxCalculation: "NotApplicable",
    Line: [
      { Amount: 50, DepositLineDetail: { AccountRef: { value: depositTo } } },
      { DepositLineDetail: { AccountRef: { name: "Merchant Processing Fees" } } },
    ],
  });
  expect(deposit.Line[0].DepositLineDetail).not.toHaveProperty("TaxCodeRef");
});

test("lists that American books lack are empty, and what QuickBooks doesn't have is refused", async () => {
  const { token } = await connectedCompany(emulators, {});
  await settled(token);
  const lists = await ok("GET", "/qb/line-lists/", token);
  expect([lists.tax_codes, lists.locations]).toEqual([[], []]);
  for (const field of ["tax_code_id", "class_id", "location_id", "payment_method_id"]) {
    const body = { ...nothing, [field]: "99999" };
    const refused = await call("PUT", "/settings/lines/", { token, body });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([422, [field]]);
  }
  const [row] = await adminDb().integration.findMany({
    where: { provider: "quickbooks", status: "connected" },
    orderBy: { connectedAt: "desc" },
    take: 1,
  });
  expect(row?.companyFacts).toMatchObject({ country: "US", multicurrency: true });
});
