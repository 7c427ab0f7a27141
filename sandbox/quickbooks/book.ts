import type { CalendarDate } from "@/lib/dates";
import { wireAmount } from "./money";
import { type Entity, noonOf, type QuickBooksState, store } from "./state";
import { undepositedFunds } from "./undeposited";

export interface SaleFacts {
  type: "Payment" | "SalesReceipt" | "RefundReceipt";
  date: CalendarDate;
  /** Minor units, positive for a refund too. */
  amount: number;
  currency: string;
  /** Display name; a missing customer is created. Optional on receipts. */
  customer?: string;
  refNum?: string;
  note?: string;
  /** Account id, or "omit" to leave the reference out; Undeposited Funds otherwise. */
  depositTo?: string;
  /** Applies the payment to this invoice number. */
  invoice?: string;
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
    ...(facts.currency === state.homeCurrency ? {} : { ExchangeRate: 1.08 }),
    TotalAmt: amount,
  };
  if (facts.type === "Payment") {
    return store(
      state,
      "Payment",
      {
        ...shared,
        UnappliedAmt: facts.invoice ? 0 : amount,
        ProcessPayment: false,
        Line: facts.invoice ? [invoiceLine(state, amount, facts.invoice)] : [],
      },
      at,
    );
  }
  return store(
    state,
    facts.type,
    {
      ...shared,
      Balance: 0,
      Line: [
        {
          Id: "1",
          LineNum: 1,
          Description: "Services",
          Amount: amount,
          DetailType: "SalesItemLineDetail",
          SalesItemLineDetail: {
            ItemRef: { value: "1", name: "Services" },
            Qty: 1,
            UnitPrice: amount,
          },
        },
        { Amount: amount, DetailType: "SubTotalLineDetail", SubTotalLineDetail: {} },
      ],
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

// QuickBooks dumps its internal name-value pairs beside each invoice that a payment is applied to.
function invoiceLine(state: QuickBooksState, amount: number, invoice: string) {
  const pair = (Name: string, Value: string) => ({
    name: "{http://schema.intuit.com/finance/v3}NameValue",
    declaredType: "com.intuit.schema.finance.v3.NameValue",
    scope: "javax.xml.bind.JAXBElement$GlobalScope",
    value: { Name, Value },
    nil: false,
    globalScope: true,
    typeSubstituted: false,
  });
  const id = String(100_000 + state.nextId.transaction);
  return {
    Amount: amount,
    LinkedTxn: [{ TxnId: id, TxnType: "Invoice" }],
    LineEx: {
      any: [
        pair("txnId", id),
        pair("txnOpenBalance", amount.toFixed(2)),
        pair("txnReferenceNumber", invoice),
      ],
    },
  };
}
