import type { CalendarDate } from "@/lib/dates";
import { changeCompany } from "../quickbooks/company";
import { rateOf } from "../quickbooks/exchange-rates";
import { addLocations } from "../quickbooks/lists";
import type { Entity, QuickBooksState } from "../quickbooks/state";
import { undepositedFunds } from "../quickbooks/undeposited";
import type { sampleCompany } from "./company";
import { accountId } from "./ledger";
import { british } from "./origins";

/** Of the payments that wait, every eighth was booked to the clearing account instead. */
const CLEARED = 8;

/**
 * The sample company as it would be in the United Kingdom: pounds for dollars, VAT, locations, books closed to the
 * end of last month, and a clearing account in use beside Undeposited Funds.
 */
export function moveToBritain(company: ReturnType<typeof sampleCompany>, today: CalendarDate) {
  const text = JSON.stringify(company);
  const moved: typeof company = JSON.parse(
    text.replaceAll('"USD"', '"GBP"').replaceAll('"usd"', '"gbp"'),
  );
  const { quickbooks, stripe } = moved;
  const { country, closedUntil = null } = british(today);
  changeCompany(quickbooks, { country, closedUntil, locations: true });
  addLocations(quickbooks, today);
  stripe.account.country = country;
  const { Payment, SalesReceipt, RefundReceipt, Invoice } = quickbooks.entities;
  for (const entity of [Payment, SalesReceipt, RefundReceipt, Invoice].flatMap(Object.values)) {
    revalue(quickbooks, entity);
  }
  fillClearingAccount(quickbooks, Object.values(Payment));
  return moved;
}

function revalue(books: QuickBooksState, entity: Entity): void {
  if (entity.ExchangeRate === undefined) return;
  entity.ExchangeRate = rateOf(books, entity.CurrencyRef?.value ?? "") ?? 1;
}

function fillClearingAccount(books: QuickBooksState, payments: readonly Entity[]): void {
  const waits = undepositedFunds(books).Id;
  const open = payments.filter(
    ({ DepositToAccountRef, LinkedTxn }) =>
      DepositToAccountRef?.value === waits &&
      !LinkedTxn?.some(({ TxnType }) => TxnType === "Deposit"),
  );
  for (const [index, payment] of open.entries()) {
    if (index % CLEARED !== 0) continue;
    payment.DepositToAccountRef = { value: accountId(books, "Stripe Clearing") };
  }
}
