import { toDecimal } from "@/lib/money";
import { isAbroad, ProviderError } from "@/server/providers/errors";
import type { LedgerPaymentRecord, PaymentDraft } from "@/server/providers/ledger";
import { parseReply } from "@/server/providers/parse";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import { openBooks, toPayments, type UndepositedFunds } from "@/server/providers/quickbooks/books";
import type { CompanyFactsReader } from "@/server/providers/quickbooks/company-facts";
import { deletePayment } from "@/server/providers/quickbooks/delete-payment";
import { exchangeRate } from "@/server/providers/quickbooks/exchange-rate";
import { salesTaxRate } from "@/server/providers/quickbooks/lists";
import { all } from "@/server/providers/quickbooks/query";
import { transaction as transactionSchema } from "@/server/providers/quickbooks/schemas";

const FINDERS = {
  Payment: "findPayments",
  SalesReceipt: "findSalesReceipts",
  RefundReceipt: "findRefundReceipts",
} as const;

const CREATORS = {
  Payment: "createPayment",
  SalesReceipt: "createSalesReceipt",
  RefundReceipt: "createRefundReceipt",
} as const;

/** QuickBooks takes no longer reference. */
const REFERENCE_LENGTH = 21;

/**
 * Creates a payment, sales receipt or refund receipt in Undeposited Funds. QuickBooks repeats its first reply
 * to a known `requestId` (at most 50 characters).
 * @throws ProviderError "rejected" with code `total_differs` when QuickBooks computes another total (sales tax
 * on top); what it created is deleted.
 */
export async function createPayment(
  api: QuickBooksApi,
  store: Store,
  {
    undepositedFunds,
    companyFacts,
  }: { undepositedFunds: UndepositedFunds; companyFacts: CompanyFactsReader },
  draft: PaymentDraft,
  requestId: string,
): Promise<LedgerPaymentRecord> {
  const books = await openBooks(api, store, undepositedFunds);
  const [depositTo] = books.undeposited;
  if (depositTo === undefined) {
    throw new ProviderError("quickbooks", "rejected", "there is no Undeposited Funds account", {
      code: "no_undeposited_funds",
    });
  }
  const facts = await companyFacts.kept(store);
  const isForeign = draft.currency !== books.homeCurrency;
  const exchange = isForeign ? await exchangeRate(api, store, draft) : null;
  const taxRate = draft.taxCodeId === null ? null : await salesTaxRate(api, store, draft.taxCodeId);
  const body = {
    TxnDate: draft.date,
    ...(draft.customerId === null ? {} : { CustomerRef: { value: draft.customerId } }),
    ...(isForeign || facts.multicurrency ? { CurrencyRef: { value: draft.currency } } : {}),
    ...(exchange === null ? {} : { ExchangeRate: exchange }),
    DepositToAccountRef: { value: depositTo },
    PaymentRefNum: draft.referenceNumber.slice(0, REFERENCE_LENGTH),
    PrivateNote: draft.note,
    ...(draft.kind === "Payment"
      ? paymentBody(draft)
      : receiptBody(draft, { taxRate, isAbroad: isAbroad(facts) })),
  };
  const what = `${draft.kind} creation`;
  // A new object per attempt: the SDK removes the requestId from its argument.
  const reply = await api
    .write(store, what, (sdk, done) => sdk[CREATORS[draft.kind]]({ ...body, requestId }, done))
    .catch(async (error: unknown) => {
      throw await companyFacts.explain(store, facts, error);
    });
  const made = parseReply("quickbooks", what, transactionSchema, reply);
  const [payment] = await toPayments(api, store, books, draft.kind, [made]);
  if (!payment) throw new Error(`${what}: one row gave no payment`);
  if (Math.abs(payment.amount) === draft.amount && payment.currency === draft.currency) {
    return payment;
  }
  await deletePayment(api, store, { kind: draft.kind, providerId: payment.providerId });
  const sums = `${payment.amount} ${payment.currency}, not ${draft.amount} ${draft.currency}`;
  throw new ProviderError(
    "quickbooks",
    "rejected",
    `${what}: the total came out as ${sums}; it was deleted`,
    { code: "total_differs" },
  );
}

/** What a creation without an answer may have left: on that date, with the marker in its note. */
export async function findPayment(
  api: QuickBooksApi,
  store: Store,
  undepositedFunds: UndepositedFunds,
  { kind, date, note }: Pick<PaymentDraft, "kind" | "date" | "note">,
): Promise<LedgerPaymentRecord | null> {
  const marker = note.trim().split(/\s+/).at(-1);
  if (!marker) return null;
  // A note can't be queried: the day's are read and filtered here.
  const rows = await all(api, store, {
    entity: kind,
    find: FINDERS[kind],
    where: [{ field: "TxnDate", operator: "=", value: date }],
    row: transactionSchema,
  });
  const ours = rows.filter(({ PrivateNote }) => PrivateNote?.includes(marker)).slice(0, 1);
  const books = await openBooks(api, store, undepositedFunds);
  return (await toPayments(api, store, books, kind, ours))[0] ?? null;
}

// The shortest decimal of a cent amount is exact, so JSON numbers lose nothing.
function wire(minor: number, currency: string): number {
  return Number(toDecimal(minor, currency));
}

function paymentBody({ amount, currency, invoices }: PaymentDraft) {
  return {
    TotalAmt: wire(amount, currency),
    Line: invoices.map(({ id, amount: applied }) => ({
      Amount: wire(applied, currency),
      LinkedTxn: [{ TxnId: id, TxnType: "Invoice" }],
    })),
  };
}

/**
 * @param taxRate the tax that the amount contains, in millionths of a percent; null in the United States, and
 * without a tax code. With one, a line's amount is without tax, and QuickBooks takes the exact total from
 * `TaxInclusiveAmt`.
 */
function receiptBody(
  draft: PaymentDraft,
  { taxRate, isAbroad }: { taxRate: number | null; isAbroad: boolean },
) {
  const { amount, currency } = draft;
  const net = taxRate === null ? amount : Math.round(amount / (1 + taxRate / 100_000_000));
  const calculation = taxRate === null ? "NotApplicable" : "TaxInclusive";
  return {
    ...(isAbroad ? { GlobalTaxCalculation: calculation } : {}),
    ...(draft.classId === null ? {} : { ClassRef: { value: draft.classId } }),
    Line: [
      {
        Amount: wire(net, currency),
        DetailType: "SalesItemLineDetail",
        Description: draft.description,
        SalesItemLineDetail: {
          ...(draft.itemId === null ? {} : { ItemRef: { value: draft.itemId } }),
          ...(draft.taxCodeId === null ? {} : { TaxCodeRef: { value: draft.taxCodeId } }),
          ...(draft.classId === null ? {} : { ClassRef: { value: draft.classId } }),
          ...(taxRate === null ? {} : { TaxInclusiveAmt: wire(amount, currency) }),
        },
      },
    ],
  };
}
