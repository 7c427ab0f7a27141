import { expect } from "vitest";
import { adminDb } from "../../support/admin-db";
import { ok } from "../../support/client";
import { settled } from "../../support/worker";
import { control, inQuickBooks, syncBoth, theDeposit, token } from "../ledger-changes/world";

// Payments that a shop's connector books to a clearing account instead of Undeposited Funds.

export const PATH = "/settings/payment-account/";

export async function accountId(name: string): Promise<string> {
  const query = `query?query=select * from Account where Name = '${name}'`;
  const { QueryResponse } = await inQuickBooks("GET", query);
  return QueryResponse.Account[0].Id;
}

export async function choose(from = "2026-11-01", name: string | null = "Stripe Clearing") {
  const account_id = name && (await accountId(name));
  const answer = await ok("PUT", PATH, token, { account_id, from });
  await settled(token);
  return answer;
}

/** A payment in the clearing account. */
export async function clearingPayment(amount: number, customer: string, date = "2026-11-02") {
  const depositTo = await accountId("Stripe Clearing");
  return (await control("/quickbooks/payments", { amount, customer, date, depositTo })).Payment;
}

/** One payout of two charges: one's payment is in the clearing account, the other's in Undeposited Funds. */
export async function mixedPayout() {
  const charges = [
    { amount: 12_050, name: "Ann Baker" },
    { amount: 8_317, name: "Carl Dorn" },
  ];
  await control("/stripe/payouts", { charges });
  const cleared = await clearingPayment(12_050, "Ann Baker");
  const waiting = (await control("/quickbooks/payments", { amount: 8_317, customer: "Carl Dorn" }))
    .Payment;
  return { cleared, waiting };
}

export async function confirmed() {
  await settled(token);
  const { id, status } = await theDeposit();
  if (status === "suggested") await ok("POST", "/qb/confirm-match/", token, { deposit_id: id });
  await settled(token);
  return theDeposit();
}

export async function postedMix() {
  const { cleared, waiting } = await mixedPayout();
  await choose();
  await syncBoth();
  const deposit = await confirmed();
  expect(deposit).toMatchObject({ status: "posted" });
  return { cleared, waiting, deposit };
}

export async function stored(providerId: string) {
  const row = await adminDb().ledgerPayment.findFirstOrThrow({
    where: { providerId, kind: "Payment" },
    orderBy: { id: "desc" },
  });
  return [row.state, row.depositedOn];
}

/** By the documents in QuickBooks, in minor units: what came in by payments and deposits, less what lines took out. */
export async function balanceOf(name: string): Promise<number> {
  const id = await accountId(name);
  const { QueryResponse: paid } = await inQuickBooks("GET", "query?query=select * from Payment");
  const into = (paid.Payment ?? []).filter(
    ({ DepositToAccountRef: to }: { DepositToAccountRef?: { value: string } }) => to?.value === id,
  );
  const cents = (amount: number | string) => Math.round(Number(amount) * 100);
  const received = into.map(({ TotalAmt }: { TotalAmt: number }) => cents(TotalAmt));
  const { QueryResponse: made } = await inQuickBooks("GET", "query?query=select * from Deposit");
  const deposits = (made.Deposit ?? []).flatMap((deposit: Wire) => [
    ...(deposit.DepositToAccountRef.value === id ? [cents(deposit.TotalAmt)] : []),
    ...deposit.Line.filter((line) => line.DepositLineDetail?.AccountRef.value === id).map(
      ({ Amount }) => -cents(Amount),
    ),
  ]);
  return [...received, ...deposits].reduce((sum, each) => sum + each, 0);
}

export interface Wire {
  DepositToAccountRef: { value: string };
  TotalAmt: number;
  Line: {
    Amount: number;
    Description?: string;
    LinkedTxn?: { TxnId: string }[];
    DepositLineDetail?: { AccountRef: { value: string }; TaxCodeRef?: object; Entity?: object };
  }[];
}

export async function depositInBooks(id: string): Promise<Wire> {
  return (await inQuickBooks("GET", `deposit/${id}`)).Deposit;
}

export const freePayments = async () => (await ok("GET", "/qb/get-payment/", token)).transactions;
