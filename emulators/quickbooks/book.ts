import { addDays, type CalendarDate } from "@/lib/dates";
import { rateOf } from "./exchange-rates";
import { minor, wireAmount } from "./money";
import { applicationsOf, appliedLines, settleApplications } from "./receivables";
import { type Entity, type Line, noonOf, type QuickBooksState, store } from "./state";
import { undepositedFunds } from "./undeposited";

export interface SaleFacts {
  type: "Payment" | "SalesReceipt" | "RefundReceipt";
  date: CalendarDate;
  /** Minor units, positive for a refund too. */
  amount: number;
  currency: string;
  /** Of another currency than the books'; by default the day's. */
  rate?: number;
  /** Display name; a missing customer is created. Optional on receipts. */
  customer?: string;
  refNum?: string;
  note?: string;
  /** Account id, or "omit" to leave the reference out; Undeposited Funds otherwise. */
  depositTo?: string;
  /** The invoice that it pays, entered with that total on first use. */
  invoice?: InvoiceFacts;
}

interface InvoiceFacts {
  number: string;
  date: CalendarDate;
  /** Minor units. */
  total: number;
}

/** Records a sale as a bookkeeper (or another app) would enter it, on the sale's own day by default. */
export function recordSale(
  state: QuickBooksState,
  facts: SaleFacts,
  at = noonOf(facts.date),
): Entity {
  const amount = wireAmount(facts.amount, facts.currency);
  const customer = facts.customer
    ? ensureCustomer(state, facts.customer, facts.currency, at)
    : undefined;
  const depositTo = facts.depositTo ?? undepositedFunds(state).Id;
  const shared = {
    ...(customer
      ? { CustomerRef: { value: customer.Id, name: String(customer.FullyQualifiedName) } }
      : {}),
    ...(depositTo === "omit" ? {} : { DepositToAccountRef: { value: depositTo } }),
    ...(facts.refNum ? { PaymentRefNum: facts.refNum } : {}),
    ...(facts.note ? { PrivateNote: facts.note } : {}),
    PaymentMethodRef: { value: creditCard(state) },
    TxnDate: facts.date,
    CurrencyRef: { value: facts.currency },
    ...foreignRate(state, facts.currency, facts.rate),
    TotalAmt: amount,
  };
  if (facts.type === "Payment") {
    const Line = customer && facts.invoice ? invoiceLines(state, facts, facts.invoice) : [];
    const none = new Map();
    const applied = appliedLines(state, { ...shared, Line }, none);
    const payment = store(state, "Payment", { ...shared, ...applied, ProcessPayment: false }, at);
    const after = applicationsOf(payment, state);
    settleApplications(state, payment.Id, { before: none, after }, at);
    return payment;
  }
  return store(
    state,
    facts.type,
    {
      ...shared,
      Balance: 0,
      Line: services(amount),
    },
    at,
  );
}

/** The customer with that display name, created on first use. */
function ensureCustomer(state: QuickBooksState, name: string, currency: string, at: Date): Entity {
  const known = Object.values(state.entities.Customer).find(
    ({ DisplayName }) => DisplayName === name,
  );
  return (
    known ??
    store(
      state,
      "Customer",
      {
        DisplayName: name,
        FullyQualifiedName: name,
        PrintOnCheckName: name,
        Active: true,
        Job: false,
        Balance: 0,
        CurrencyRef: { value: currency },
      },
      at,
    )
  );
}

function creditCard(state: QuickBooksState): string {
  const methods = Object.values(state.entities.PaymentMethod);
  return methods.find(({ Type }) => Type === "CREDIT_CARD")?.Id ?? "1";
}

/** Sends a customer an invoice, to be paid within 30 days. @param facts amounts in minor units */
export function recordInvoice(
  state: QuickBooksState,
  { number, date, total, currency, customer: name }: InvoiceFacts & SoldTo,
  at = noonOf(date),
): Entity {
  const customer = ensureCustomer(state, name, currency, at);
  const amount = wireAmount(total, currency);
  const fields = {
    CustomerRef: { value: customer.Id, name: String(customer.FullyQualifiedName) },
    DocNumber: number,
    TxnDate: date,
    DueDate: addDays(date, 30),
    CurrencyRef: { value: currency },
    ...foreignRate(state, currency),
    TotalAmt: amount,
    Balance: amount,
    Line: services(amount),
  };
  return store(state, "Invoice", fields, at);
}

function foreignRate(state: QuickBooksState, currency: string, rate = rateOf(state, currency)) {
  return currency === state.homeCurrency ? {} : { ExchangeRate: rate ?? 1 };
}

type SoldTo = Required<Pick<SaleFacts, "currency" | "customer">>;

function services(amount: number): Line[] {
  const detail = { ItemRef: { value: "1", name: "Services" }, Qty: 1, UnitPrice: amount };
  return [
    {
      Id: "1",
      LineNum: 1,
      Description: "Services",
      Amount: amount,
      DetailType: "SalesItemLineDetail",
      SalesItemLineDetail: detail,
    },
    { Amount: amount, DetailType: "SubTotalLineDetail", SubTotalLineDetail: {} },
  ];
}

/** A payment's amount, up to the invoice's balance. */
function invoiceLines(
  state: QuickBooksState,
  { amount, currency, customer = "" }: SaleFacts,
  invoice: InvoiceFacts,
): Line[] {
  const known = Object.values(state.entities.Invoice).find(
    ({ DocNumber, CustomerRef }) => DocNumber === invoice.number && CustomerRef?.name === customer,
  );
  const entity = known ?? recordInvoice(state, { ...invoice, currency, customer });
  const applied = Math.min(amount, minor(Number(entity.Balance), currency));
  if (applied === 0) return [];
  const LinkedTxn = [{ TxnId: entity.Id, TxnType: "Invoice" }];
  return [{ Amount: wireAmount(applied, currency), LinkedTxn }];
}
