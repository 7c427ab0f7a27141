import { expect, test } from "vitest";
import { call, ok } from "../support/client";
import { settled } from "../support/worker";
import {
  control,
  eachInACompanyOfItsOwn,
  inQuickBooks,
  syncBoth,
  theDeposit,
  token,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn();

async function sale(currency: string) {
  await control("/stripe/payouts", { currency, charges: [{ amount: 5_000, name: "Ann Baker" }] });
  await control("/quickbooks/payments", { amount: 5_000, currency, customer: "Ann Baker" });
  await syncBoth();
  const deposit = await theDeposit();
  if (deposit.status === "suggested") {
    await ok("POST", "/qb/confirm-match/", token, { deposit_id: deposit.id });
    await settled(token);
  }
  return theDeposit();
}

async function accountOf(name: string): Promise<string> {
  const { accounts } = await ok("GET", "/settings/banks/", token);
  return accounts.find(({ Name }: { Name: string }) => Name === name).Id;
}

const choose = (currency: string, account_id: string | null) =>
  call("PUT", "/settings/banks/", {
    ...{ token, body: { integration_type: "stripe", currency, account_id } },
  });

async function bookedTo(): Promise<string[]> {
  const { QueryResponse } = await inQuickBooks("GET", "query?query=select * from Deposit");
  return (QueryResponse.Deposit ?? []).map(
    ({ DepositToAccountRef }: { DepositToAccountRef: { name: string } }) =>
      DepositToAccountRef.name,
  );
}

test("a payout in another currency goes to the account that was chosen for it", async () => {
  expect(await sale("eur")).toMatchObject({
    ...{ status: "posted", currency: "EUR", deposit_to_acc_name: "Euro Account" },
  });
  expect(await bookedTo()).toEqual(["Euro Account"]);
  const { banks } = await ok("GET", "/settings/banks/", token);
  expect(banks).toMatchObject([
    { currency: "USD", account: null, otherwise: { Name: "Checking" } },
    { currency: "EUR", account: { Name: "Euro Account" }, otherwise: null },
  ]);
});

test("without one it is asked for, and posted once it is chosen", async () => {
  await choose("EUR", null);
  const deposit = await sale("eur");
  expect(deposit).toMatchObject({
    ...{ status: "matched", deposit_to_acc_name: "" },
    posting: {
      state: "blocked",
      message:
        "This payout is in EUR. Choose a bank account for Stripe payouts in EUR in QuickBooks Settings.",
    },
    reason: { action: "ledger_settings" },
  });
  expect(await bookedTo()).toEqual([]);
  const { status, body } = await choose("EUR", await accountOf("Euro Account"));
  expect([status, body.message]).toEqual([200, "Stripe payouts in EUR go to Euro Account"]);
  await settled(token);
  expect(await theDeposit()).toMatchObject({ status: "posted" });
  expect(await bookedTo()).toEqual(["Euro Account"]);
});

test("one in the books' currency goes to the company's account, or to its own", async () => {
  await choose("USD", await accountOf("Savings"));
  expect(await sale("usd")).toMatchObject({ status: "posted", deposit_to_acc_name: "Savings" });
  expect(await bookedTo()).toEqual(["Savings"]);
});

test("an account that can't take the currency is refused, with words", async () => {
  const { status, body } = await choose("USD", await accountOf("Euro Account"));
  expect([status, body.message]).toEqual([
    422,
    "Euro Account is in EUR. Choose an account in USD.",
  ]);
  expect((await choose("USD", "999999")).status).toBe(422);
});
