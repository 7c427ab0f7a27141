import { expect, test } from "vitest";
import { ok } from "../support/client";
import { connectedCompany } from "../support/company";
import { settled } from "../support/worker";
import { control, eachInACompanyOfItsOwn, emulators, inQuickBooks } from "./ledger-changes/world";

eachInACompanyOfItsOwn();

/** A company as nobody here keeps one, connected. Its books are empty. */
async function companyIn(books: object): Promise<string> {
  await control("/reset", { company: "empty" });
  await control("/quickbooks/company", books);
  const { token } = await connectedCompany(emulators, {});
  await settled(token);
  return token;
}

const AUSTRALIA = { country: "AU", homeCurrency: "AUD" };
const CANADA = { country: "CA", homeCurrency: "CAD" };

/** A payout of one sale in a currency, its payment in QuickBooks; synced, matched and confirmed. */
async function sale(token: string, currency: string, amount = 5_000, customer = "Ann Baker") {
  const { payout } = await control("/stripe/payouts", {
    ...{ currency, charges: [{ amount, name: customer }] },
  });
  await control("/quickbooks/payments", { amount, currency: currency.toUpperCase(), customer });
  await sync(token);
  const deposit = await depositOf(token, payout.id);
  if (deposit.status !== "suggested") return deposit;
  await ok("POST", "/qb/confirm-match/", token, { deposit_id: deposit.id });
  await settled(token);
  return depositOf(token, payout.id);
}

async function sync(token: string): Promise<void> {
  await ok("POST", "/stripe/save-payouts/", token);
  await ok("POST", "/qb/sync-payments/", token);
  await settled(token);
}

async function depositOf(token: string, payout: string) {
  const { deposits } = await ok("GET", "/qb/deposit-status/", token);
  return deposits.find(({ source_id }: { source_id: string }) => source_id === payout);
}

/** The Deposits, oldest first. */
async function inBooks() {
  const { QueryResponse } = await inQuickBooks("GET", "query?query=select * from Deposit");
  return QueryResponse.Deposit.toSorted(
    (left: { Id: string }, right: { Id: string }) => Number(left.Id) - Number(right.Id),
  );
}

async function checking(token: string) {
  const { accounts } = await ok("GET", "/settings/banks/", token);
  return accounts.find(({ Name }: { Name: string }) => Name === "Checking");
}

/** All of them go into the one bank account that there is. */
async function bankFor(token: string, currencies: readonly string[]): Promise<void> {
  const account_id = (await checking(token)).Id;
  for (const currency of currencies) {
    await ok("PUT", "/settings/banks/", token, {
      ...{ integration_type: "stripe", currency, account_id },
    });
  }
  await settled(token);
}

test("Australia with GST: AUD is posted without tax, NZD waits for a bank account and has its rate", async () => {
  const token = await companyIn(AUSTRALIA);
  expect(await sale(token, "aud")).toMatchObject({ status: "posted", currency: "AUD" });
  const waiting = await sale(token, "nzd", 8_000, "Aroha Ngata");
  expect(waiting).toMatchObject({ status: "matched", posting: { state: "blocked" } });
  expect(waiting.posting.message).toContain("NZD");
  await bankFor(token, ["NZD"]);
  expect(await depositOf(token, waiting.source_id)).toMatchObject({ status: "posted" });
  const [home, foreign] = await inBooks();
  expect(home).toMatchObject({
    GlobalTaxCalculation: "NotApplicable",
    CurrencyRef: { value: "AUD" },
  });
  expect(foreign).toMatchObject({ CurrencyRef: { value: "NZD" }, ExchangeRate: 0.909091 });
  expect(foreign.HomeTotalAmt).toBeCloseTo(foreign.TotalAmt * 0.909091, 2);
});

test("one bank account for three currencies, one of them without cents", async () => {
  const token = await companyIn({ country: "US" });
  const found = [
    await sale(token, "usd", 12_345, "Ann Baker"),
    await sale(token, "gbp", 6_789, "Olivia Eastwick"),
    await sale(token, "jpy", 54_321, "Haruka Sato"),
  ];
  expect(found.map(({ status }) => status)).toEqual(["posted", "matched", "matched"]);
  await bankFor(token, ["GBP", "JPY"]);
  const amounts: [string, string][] = [];
  for (const { source_id } of found) {
    const { status, currency, total_amt } = await depositOf(token, source_id);
    expect(status, currency).toBe("posted");
    amounts.push([currency, total_amt]);
  }
  const books = new Map<string, { TotalAmt: number; HomeTotalAmt?: number }>(
    (await inBooks()).map((deposit: { CurrencyRef: { value: string } }) => [
      deposit.CurrencyRef.value,
      deposit,
    ]),
  );
  expect(amounts.map(([currency]) => books.get(currency)?.TotalAmt)).toEqual(
    amounts.map(([, amount]) => Number(amount)),
  );
  // A yen has no cents: the amount on the wire has two decimals, as all have.
  const yen = books.get("JPY");
  expect(amounts[2]?.[1]).toMatch(/^\d{5}\.00$/);
  expect(yen?.HomeTotalAmt).toBeCloseTo((yen?.TotalAmt ?? 0) * 0.0067, 2);
});

test("a payout that the bank returns after it was posted says so, and the next one posts", async () => {
  const token = await companyIn(CANADA);
  const { source_id } = await sale(token, "cad");
  await control("/stripe/payouts/change", { id: source_id, status: "failed" });
  await sync(token);
  const returned = await depositOf(token, source_id);
  expect(returned.status).toBe("posted");
  expect(returned.payout_issue).toEqual(expect.any(String));
  expect(await sale(token, "cad", 7_700, "Olivia Eastwick")).toMatchObject({ status: "posted" });
});

test("a bank account that was made inactive is named, and another one posts what waited", async () => {
  const token = await companyIn(CANADA);
  expect(await sale(token, "cad")).toMatchObject({ status: "posted" });
  const { Id } = await checking(token);
  const { Account } = await inQuickBooks("GET", `account/${Id}`);
  await inQuickBooks("POST", "account", { ...Account, Active: false });
  const stuck = await sale(token, "cad", 7_700, "Olivia Eastwick");
  expect(stuck.status).toBe("matched");
  expect(stuck.posting.message).toContain("Checking");
  const { banks } = await ok("GET", "/qb/bank-account/", token);
  const savings = banks.find(({ Name }: { Name: string }) => Name === "Savings");
  await ok("POST", "/qb/save-bank/", token, { bank_id: savings.Id, bank_name: savings.Name });
  await ok("POST", "/qb/retry-posting/", token, { deposit_id: stuck.id });
  await settled(token);
  expect(await depositOf(token, stuck.source_id)).toMatchObject({ status: "posted" });
  expect((await inBooks())[1].DepositToAccountRef.value).toBe(savings.Id);
});

test("Canada, closed with an accountant's password while a payout waited: said, and posted on the first open day", async () => {
  const token = await companyIn({ ...CANADA, closedUntil: "2026-09-30" });
  await control("/quickbooks/company", { closedUntil: "2026-11-30" });
  const waiting = await sale(token, "cad");
  expect(waiting).toMatchObject({ status: "matched", posting: { state: "blocked" } });
  expect(waiting.posting.message).toMatch(/^The books are closed through 2026-11-30/);
  await ok("POST", "/qb/post-on-open-day/", token, { deposit_id: waiting.id, on: true });
  await settled(token);
  expect(await depositOf(token, waiting.source_id)).toMatchObject({ status: "posted" });
  expect(await inBooks()).toMatchObject([{ TxnDate: "2026-12-01" }]);
});
