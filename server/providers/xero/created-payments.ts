import { ProviderError } from "@/server/providers/errors";
import type {
  CreatedPaymentRef,
  Ledger,
  LedgerPaymentRecord,
  PaymentDraft,
} from "@/server/providers/ledger";
import type { Chart, Charts } from "./accounts";
import type { Store, XeroApi } from "./api";
import { explained } from "./closed-books";
import { type Books, toPayment, toReceipt } from "./mapper";
import { all, isDeleted, type List, one, only, remove } from "./pages";
import { referenceFor } from "./planned";
import { listOf, type XeroBankTransaction, type XeroPayment } from "./schemas";
import { trackingOf } from "./tracking";
import { BANK_TRANSACTIONS, PAYMENTS } from "./transactions";
import { minorOf, whereDate, wireAmount } from "./wire";

type PaymentBook = Pick<Ledger, "createPayment" | "findPayment" | "deletePayment">;

/**
 * A payment of one invoice into the account that payments wait in, or money received or returned there without one.
 * Xero has no credit that is left over and no payment of several invoices.
 */
export function createPaymentBook(api: XeroApi, charts: Charts): PaymentBook {
  const settled = bookOf<XeroPayment>(api, charts, {
    list: PAYMENTS,
    query: {},
    bodyOf: paymentBody,
    toRecord: toPayment,
    isAsCreated: ({ Amount, Account, Invoice }, draft) =>
      minorOf("payment", Amount, draft.currency) === draft.amount &&
      Account?.AccountID === draft.accountId &&
      Invoice?.InvoiceID === draft.invoices[0]?.id &&
      Invoice?.Contact?.ContactID === draft.customerId,
  });
  const banked = bookOf<XeroBankTransaction>(api, charts, {
    list: BANK_TRANSACTIONS,
    query: { unitdp: "4" },
    bodyOf: receiptBody,
    toRecord: toReceipt,
    isAsCreated: ({ Total, BankAccount, Contact, LineItems }, draft) =>
      minorOf("receipt", Total, draft.currency) === draft.amount &&
      BankAccount.AccountID === draft.accountId &&
      Contact?.ContactID === draft.customerId &&
      LineItems.length === 1 &&
      LineItems[0]?.AccountID === draft.itemId,
  });
  const of = ({ kind }: Pick<PaymentDraft, "kind">) => (kind === "Payment" ? settled : banked);
  return {
    createPayment: (store, draft, requestId) => of(draft).createPayment(store, draft, requestId),
    findPayment: (store, draft) => of(draft).findPayment(store, draft),
    deletePayment: (store, ref, asCreated) => of(ref).deletePayment(store, ref, asCreated),
  };
}

interface Written<T> {
  list: List<T>;
  query: Record<string, string>;
  /** @throws ProviderError "rejected" for what Xero can't record */
  bodyOf(draft: PaymentDraft, chart: Chart): object;
  toRecord(kind: PaymentDraft["kind"], row: T, books: Books): LedgerPaymentRecord;
  /** Beside day and reference. */
  isAsCreated(row: T, draft: PaymentDraft): boolean;
}

type Row = Pick<XeroPayment, "Status" | "Date" | "Reference" | "IsReconciled">;

/** What is created in one of Xero's lists. */
function bookOf<T extends Row>(
  api: XeroApi,
  charts: Charts,
  { list, query, bodyOf, toRecord, isAsCreated }: Written<T>,
): PaymentBook {
  const { name, row } = list;
  const booksOf = async (store: Store) => ({ chart: await charts(store), customers: new Map() });

  const undo = (store: Store, { kind, providerId }: CreatedPaymentRef): Promise<void> =>
    remove(api, store, list, { id: providerId, what: `${kind} deletion` });

  return {
    async createPayment(store, draft, requestId) {
      const { kind, amount, currency } = draft;
      const what = `${kind} creation`;
      const body = JSON.stringify(bodyOf(draft, await charts(store)));
      const asked = { what, method: "PUT" as const, path: name, query, body, key: requestId };
      const answer = await api
        .call(store, asked, listOf(name, row))
        .catch(async (error: unknown) => {
          if (!(error instanceof ProviderError)) throw error;
          throw await explained(api, store, draft.date, error);
        });
      const made = only(what, answer);
      const record = toRecord(kind, made, await booksOf(store));
      if (Math.abs(record.amount) === amount && record.currency === currency) return record;
      await undo(store, { kind, providerId: record.providerId });
      const sums = `${record.amount} ${record.currency}, not ${amount} ${currency}`;
      throw new ProviderError(
        "xero",
        "rejected",
        `${what}: it came out as ${sums}; it was deleted`,
        { code: "total_differs" },
      );
    },
    async findPayment(store, { kind, date, note }) {
      const marker = note.trim().split(/\s+/).at(-1);
      if (!marker) return null;
      // A part of a reference can't be asked for: the day's are read and filtered here.
      const where = `Date==${whereDate(date)} AND Status=="AUTHORISED"`;
      const found = (await all(api, store, list, { where })).find(({ Reference }) =>
        Reference?.includes(marker),
      );
      return found ? toRecord(kind, found, await booksOf(store)) : null;
    },
    async deletePayment(store, ref, asCreated) {
      const found = await one(api, store, list, ref.providerId);
      if (!found || isDeleted(found)) return "absent";
      const isUntouched =
        !found.IsReconciled &&
        found.Date === asCreated.date &&
        found.Reference === referenceFor(asCreated.note) &&
        isAsCreated(found, asCreated);
      if (!isUntouched) return "changed";
      await undo(store, ref);
      return "deleted";
    },
  };
}

function paymentBody(draft: PaymentDraft) {
  const { invoices, amount, currency } = draft;
  const [invoice, second] = invoices;
  if (!invoice || second || invoice.amount !== amount) {
    throw refused(
      "one_invoice",
      "Xero records a payment against one invoice, for its whole amount. Record this one there.",
    );
  }
  return {
    Invoice: { InvoiceID: invoice.id },
    Account: { AccountID: accountOf(draft) },
    Date: draft.date,
    Amount: wireAmount(amount, currency),
    Reference: referenceFor(draft.note),
  };
}

function receiptBody(draft: PaymentDraft, { accounts }: Chart) {
  const { customerId, itemId, taxCodeId, classId, currency } = draft;
  if (customerId === null) {
    throw refused("contact_missing", "Xero needs a contact for money received. Choose one.");
  }
  if (itemId === null) {
    throw refused("account_missing", "Xero needs an account of income for money received.");
  }
  const account = accounts.get(accountOf(draft));
  if (account && account.Type !== "BANK") {
    throw refused(
      "clearing_account",
      `Xero records money without an invoice in bank accounts only, and ${account.Name} isn't one. Undo the match, and book it to an account.`,
    );
  }
  return {
    Type: draft.kind === "SalesReceipt" ? "RECEIVE" : "SPEND",
    Contact: { ContactID: customerId },
    BankAccount: { AccountID: accountOf(draft) },
    Date: draft.date,
    Reference: referenceFor(draft.note),
    LineAmountTypes: taxCodeId === null ? "NoTax" : "Inclusive",
    LineItems: [
      {
        Description: draft.description,
        Quantity: 1,
        UnitAmount: wireAmount(draft.amount, currency),
        AccountID: itemId,
        ...(taxCodeId !== null && { TaxType: taxCodeId }),
        ...trackingOf(classId),
      },
    ],
  };
}

function accountOf({ accountId }: PaymentDraft): string {
  if (accountId) return accountId;
  throw refused("clearing_account", "Choose the account that payments wait in, in Xero Settings.");
}

function refused(code: string, sentence: string): ProviderError {
  return new ProviderError("xero", "rejected", `payment: ${code}`, { code, sentence });
}
