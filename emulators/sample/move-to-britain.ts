import type { CalendarDate } from "@/lib/dates";
import type { Mint } from "../mint";
import { changeCompany } from "../quickbooks/company";
import { rateOf } from "../quickbooks/exchange-rates";
import { addLocations } from "../quickbooks/lists";
import { type Entity, noonOf, type QuickBooksState, realmIdOf, store } from "../quickbooks/state";
import { depositOf, undepositedFunds } from "../quickbooks/undeposited";
import { invoiceFor } from "../stripe/invoices";
import type { StripeState } from "../stripe/state";
import { mixBatches } from "./authorizenet";
import type { sampleCompany } from "./company";
import { addHandMadeHistory } from "./hand-made-history";
import { accountId } from "./ledger";
import { british } from "./origins";

/** Of the payments that wait, every eighth was booked to the clearing account instead. */
const CLEARED = 8;

/**
 * The sample company as it would be in the United Kingdom: pounds for dollars, VAT, locations, books closed to the
 * end of last month, and a clearing account in use. Stripe Billing makes its invoices, so that
 * their charges have no number; some cards are American Express, and a bank has returned an eCheck. Eighteen months of
 * payouts were deposited by hand.
 */
export function moveToBritain(
  company: ReturnType<typeof sampleCompany>,
  today: CalendarDate,
  mint: Mint,
) {
  const text = JSON.stringify(company);
  const moved: typeof company = JSON.parse(
    text.replaceAll('"USD"', '"GBP"').replaceAll('"usd"', '"gbp"'),
  );
  const { authorizenet, paypal, quickbooks, stripe } = moved;
  const { country, currency, closedUntil = null } = british(today);
  quickbooks.realmId = realmIdOf(currency);
  changeCompany(quickbooks, { country, closedUntil, locations: true });
  addLocations(quickbooks, today);
  stripe.account.country = country;
  paypal.timeZone = "Europe/London";
  // Its permissions are right; the account is no business of a restricted key.
  stripe.restrictedKeyLacks = ["rak_accounts_kyc_basic_read"];
  invoiceWithBilling(stripe, mint);
  mixBatches(authorizenet);
  const { Payment, SalesReceipt, RefundReceipt, Invoice } = quickbooks.entities;
  for (const entity of [Payment, SalesReceipt, RefundReceipt, Invoice].flatMap(Object.values)) {
    revalue(quickbooks, entity);
  }
  fillClearingAccount(quickbooks, Object.values(Payment));
  addHandMadeHistory(moved, today, mint);
  return moved;
}

function revalue(books: QuickBooksState, entity: Entity): void {
  if (entity.ExchangeRate === undefined) return;
  entity.ExchangeRate = rateOf(books, entity.CurrencyRef?.value ?? "") ?? 1;
}

function fillClearingAccount(books: QuickBooksState, payments: readonly Entity[]): void {
  const clearing = accountId(books, "Stripe Clearing");
  const open = payments.filter(
    (payment) =>
      payment.DepositToAccountRef?.value === undepositedFunds(books).Id &&
      depositOf(payment) === undefined,
  );
  for (const [index, payment] of open.entries()) {
    if (index % CLEARED !== 0) continue;
    payment.DepositToAccountRef = { value: clearing };
  }
  const [entered, transferred] = open.filter((_, index) => index % CLEARED === 4);
  if (entered) enterByHand(books, entered);
  if (transferred) transferBack(books, transferred, clearing);
}

/** As an accountant would: a journal entry in the payment's place. */
function enterByHand(books: QuickBooksState, payment: Entity): void {
  const { TxnDate = books.today, TotalAmt, CurrencyRef, CustomerRef, PaymentRefNum } = payment;
  const side = (Id: string, PostingType: "Debit" | "Credit", account: string) => ({
    Id,
    Description: `Card payment ${CustomerRef?.name ?? ""}`,
    Amount: TotalAmt,
    DetailType: "JournalEntryLineDetail",
    JournalEntryLineDetail: {
      PostingType,
      AccountRef: { value: account },
      ...(CustomerRef && { Entity: { Type: "Customer", EntityRef: CustomerRef } }),
    },
  });
  const Line = [
    side("0", "Credit", accountId(books, "Sales")),
    side("1", "Debit", undepositedFunds(books).Id),
  ];
  const fields = { TxnDate, CurrencyRef, DocNumber: PaymentRefNum, Line, TotalAmt };
  store(books, "JournalEntry", fields, noonOf(TxnDate));
  delete books.entities.Payment[payment.Id];
}

/** It went to the clearing account by mistake, and from there to where the others wait. */
function transferBack(books: QuickBooksState, payment: Entity, clearing: string): void {
  const { TxnDate = books.today, TotalAmt, CurrencyRef, CustomerRef } = payment;
  payment.DepositToAccountRef = { value: clearing };
  const fields = {
    ...{ TxnDate, CurrencyRef, Amount: TotalAmt },
    FromAccountRef: { value: clearing },
    ToAccountRef: { value: undepositedFunds(books).Id },
    PrivateNote: `Payment of ${CustomerRef?.name ?? ""}`,
  };
  store(books, "Transfer", fields, noonOf(TxnDate));
}

/** The charges of invoices name them no longer: that only their payments do. */
function invoiceWithBilling(stripe: StripeState, mint: Mint): void {
  for (const charge of stripe.charges) {
    const { invoice_number: number, ...metadata } = charge.metadata;
    if (number === undefined || charge.customer === null) continue;
    Object.assign(charge, { metadata, description: "Payment for Invoice" });
    invoiceFor(stripe, mint, charge, { number, created: charge.created - 60 });
  }
}
