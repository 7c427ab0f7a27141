import { expect, test } from "vitest";
import type { Deposit } from "@/lib/contracts/deposits";
import { addDays } from "@/lib/dates";
import { booksOf } from "@/tests/support/emulators";
import { adminDb } from "../support/admin-db";
import { ok } from "../support/client";
import { connectedCompany } from "../support/company";
import { IS_EXHAUSTIVE } from "../support/exhaustive";
import { settled } from "../support/worker";
import {
  control,
  eachInACompanyOfItsOwn,
  emulators,
  inQuickBooks,
  linkTo,
} from "./ledger-changes/world";

eachInACompanyOfItsOwn();

/** Two weeks whose payouts have the same total. */
const ALIKE = [40, 41];
/** Each seventh of 78 weeks; all in the exhaustive run. */
const WEEKS = Array.from({ length: 78 }, (_, index) => index).filter(
  (index) => IS_EXHAUSTIVE || index % 7 === 0 || ALIKE.includes(index),
);
const FIRST = "2025-05-05";

async function idOf(name: string): Promise<string> {
  const query = encodeURIComponent(`select * from Account where Name = '${name}'`);
  const { QueryResponse } = await inQuickBooks("GET", `query?query=${query}`);
  return QueryResponse.Account[0].Id;
}

/** A week's payout, the customers' payments, and the Deposit that a bookkeeper made of them some days later. */
async function week(index: number, accounts: { bank: string; fees: string }) {
  const date = addDays(FIRST, index * 7);
  const odd = ALIKE.includes(index) ? 0 : index * 131;
  const amounts = [10_007 + odd, 23_011 + odd];
  const charges = amounts.map((amount, at) => ({ amount, name: `Client ${at}` }));
  const { payout } = await control("/stripe/payouts", { charges, date, currency: "gbp" });
  const lines = [];
  for (const [at, amount] of amounts.entries()) {
    const paid = { amount, currency: "GBP", customer: `Client ${at}`, date: addDays(date, -1) };
    const { Payment } = await control("/quickbooks/payments", paid);
    lines.push(linkTo(Payment.Id, amount / 100));
  }
  const gross = amounts.reduce((sum, amount) => sum + amount, 0);
  await inQuickBooks("POST", "deposit", {
    DepositToAccountRef: { value: accounts.bank },
    ...{ TxnDate: addDays(date, 1 + (index % 4)), CurrencyRef: { value: "GBP" } },
    GlobalTaxCalculation: "NotApplicable",
    Line: [
      ...lines,
      {
        Amount: (payout.amount - gross) / 100,
        DetailType: "DepositLineDetail",
        DepositLineDetail: { AccountRef: { value: accounts.fees } },
      },
    ],
  });
}

test("eighteen months of payouts deposited by hand are linked, and none is posted again", async () => {
  await control("/reset", { company: "uk-empty" });
  const { token } = await connectedCompany(emulators, {});
  await settled(token);
  const accounts = { bank: await idOf("Checking"), fees: await idOf("Merchant Processing Fees") };
  // The months were open when they were booked.
  await control("/quickbooks/company", { closedUntil: null });
  for (const index of WEEKS) await week(index, accounts);
  await control("/quickbooks/company", { closedUntil: "2026-10-31" });
  const before = (await booksOf(emulators)).deposits.length;
  expect(before).toBe(WEEKS.length);

  // As the first sync reads them: a later one does not look that far back.
  await adminDb().integration.updateMany({ where: { provider: "stripe" }, data: { cursor: {} } });
  await ok("POST", "/stripe/save-payouts/", token);
  await ok("POST", "/qb/sync-payments/", token);
  await settled(token);
  const { deposits } = (await ok("GET", "/qb/deposit-status/", token)) as { deposits: Deposit[] };
  const linked = deposits.filter(({ posting }) => posting?.adopted);
  expect([deposits.length, linked.length]).toEqual([WEEKS.length, WEEKS.length - ALIKE.length]);
  expect(new Set(linked.map(({ quickbook_id }) => quickbook_id)).size).toBe(linked.length);
  // Which of the two is whose, only a user can say.
  const { existing } = await ok("GET", "/qb/existing-deposits/", token);
  expect(existing).toHaveLength(ALIKE.length);
  for (const { deposit_id, existing: found } of existing) {
    await ok("POST", "/qb/link-existing/", token, { deposit_id, existing_id: found.Id });
  }
  await settled(token);
  expect((await booksOf(emulators)).deposits.length).toBe(before);
  expect(await ok("GET", "/qb/posting-review/", token)).toMatchObject({
    ...{ ready: { count: 0 }, already: WEEKS.length, look: 0 },
  });
});
