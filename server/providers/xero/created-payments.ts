import { z } from "zod";
import { ProviderError } from "@/server/providers/errors";
import type {
  CreatedPaymentRef,
  Ledger,
  LedgerPaymentRecord,
  PaymentDraft,
} from "@/server/providers/ledger";
import type { Charts } from "./accounts";
import { isFailure, type Store, type XeroApi } from "./api";
import { kindOfPayment, kindOfTransaction, toPayment, toReceipt } from "./mapper";
import { all, type List, one } from "./pages";
import { BANK_TRANSACTIONS, PAYMENTS } from "./payments";
import { referenceFor } from "./planned";
import { listOf, type XeroBankTransaction, type XeroPayment } from "./schemas";
import { trackingOf } from "./tracking";
import { minorOf, whereDate, wireAmount } from "./wire";

/**
 * A payment of one invoice into the account that payments wait in, or money received or returned there without one.
 * Xero has no credit that is left over and no payment of several invoices.
 */
export function createPaymentBook(
  api: XeroApi,
  charts: Charts,
): Pick<Ledger, "createPayment" | "findPayment" | "deletePayment"> {
  const toRecord = async (
    store: Store,
    row: { payment?: XeroPayment; transaction?: XeroBankTransaction },
  ): Promise<LedgerPaymentRecord | null> => {
    const books = { chart: await charts(store), customers: new Map() };
    const { payment, transaction } = row;
    const kind = payment ? kindOfPayment(payment) : transaction && kindOfTransaction(transaction);
    if (!kind) return null;
    if (payment) return toPayment(kind, payment, books);
    return transaction ? toReceipt(kind, transaction, books) : null;
  };

  /** Xero's row of what was created, deleted or not; null where there is none. */
  const rowOf = async (store: Store, { kind, providerId }: CreatedPaymentRef) =>
    kind === "Payment"
      ? { payment: (await one(api, store, PAYMENTS, providerId)) ?? undefined }
      : { transaction: (await one(api, store, BANK_TRANSACTIONS, providerId)) ?? undefined };

  const remove = async (store: Store, { kind, providerId }: CreatedPaymentRef): Promise<void> => {
    const { name, id } = kind === "Payment" ? PAYMENTS : BANK_TRANSACTIONS;
    const body = JSON.stringify({ [id]: providerId, Status: "DELETED" });
    const path = `${name}/${providerId}`;
    const asked = { what: `${kind} deletion`, method: "POST" as const, path, body };
    await api.call(store, asked, z.unknown());
  };

  return {
    async createPayment(store, draft, requestId) {
      const chart = await charts(store, draft.accountId ? [draft.accountId] : []);
      const body = JSON.stringify(
        draft.kind === "Payment" ? paymentBody(draft) : receiptBody(draft),
      );
      const what = `${draft.kind} creation`;
      const put = <T>({ name, row }: List<T>) =>
        api.call(
          store,
          {
            ...{ what, method: "PUT" as const, path: name, body, key: requestId },
            ...(draft.kind !== "Payment" && { query: { unitdp: "4" } }),
          },
          listOf(name, row),
        );
      const made =
        draft.kind === "Payment"
          ? { payment: (await put(PAYMENTS)).rows[0] }
          : { transaction: (await put(BANK_TRANSACTIONS)).rows[0] };
      const record = await toRecord(store, strip(made));
      if (!record) throw new Error(`${what}: one row gave no payment`);
      const currency = chart.currencyOf(draft.accountId ?? "");
      if (Math.abs(record.amount) === draft.amount && currency === draft.currency) return record;
      await remove(store, { kind: draft.kind, providerId: record.providerId });
      const sums = `${record.amount} ${record.currency}, not ${draft.amount} ${draft.currency}`;
      throw new ProviderError("xero", "rejected", `${what}: it came out as ${sums}; deleted`, {
        code: "total_differs",
      });
    },
    async findPayment(store, { kind, date, note }) {
      const marker = note.trim().split(/\s+/).at(-1);
      if (!marker) return null;
      const where = `Date==${whereDate(date)} AND Status=="AUTHORISED"`;
      const isOurs = ({ Reference }: { Reference?: string | null | undefined }) =>
        Reference?.includes(marker) ?? false;
      const found =
        kind === "Payment"
          ? { payment: (await all(api, store, PAYMENTS, { where })).find(isOurs) }
          : { transaction: (await all(api, store, BANK_TRANSACTIONS, { where })).find(isOurs) };
      return toRecord(store, strip(found));
    },
    async deletePayment(store, ref, asCreated) {
      const row = strip(await rowOf(store, ref));
      const { Status, IsReconciled } = row.payment ?? row.transaction ?? {};
      if (Status === undefined || Status === "DELETED") return "absent";
      if (IsReconciled || !(await isAsCreated(row, asCreated))) return "changed";
      try {
        await remove(store, ref);
        return "deleted";
      } catch (error) {
        if (!isFailure(error, "rejected", "not_found")) throw error;
        const left = strip(await rowOf(store, ref));
        const status = (left.payment ?? left.transaction)?.Status;
        if (status === undefined || status === "DELETED") return "deleted";
        throw error;
      }
    },
  };

  async function isAsCreated(
    { payment, transaction }: { payment?: XeroPayment; transaction?: XeroBankTransaction },
    draft: PaymentDraft,
  ): Promise<boolean> {
    const { accountId, currency, date, customerId } = draft;
    const [row, total] = payment
      ? [payment, payment.Amount]
      : [transaction, transaction?.Total ?? 0];
    const contact = payment ? payment.Invoice?.Contact : transaction?.Contact;
    const account = payment ? payment.Account : transaction?.BankAccount;
    const [line, second] = transaction?.LineItems ?? [];
    return (
      row?.Date === date &&
      minorOf("payment", total, currency) === draft.amount &&
      (row.Reference ?? "") === referenceFor(draft.note) &&
      (customerId === null || contact?.ContactID === customerId) &&
      (!accountId || account?.AccountID === accountId) &&
      (payment
        ? payment.Invoice?.InvoiceID === draft.invoices[0]?.id
        : !second && (draft.itemId === null || line?.AccountID === draft.itemId))
    );
  }
}

/** Without the one that isn't there. */
function strip(row: {
  payment?: XeroPayment | undefined;
  transaction?: XeroBankTransaction | undefined;
}): { payment?: XeroPayment; transaction?: XeroBankTransaction } {
  const { payment, transaction } = row;
  return { ...(payment && { payment }), ...(transaction && { transaction }) };
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

function receiptBody(draft: PaymentDraft) {
  const { customerId, itemId, taxCodeId, classId, currency } = draft;
  if (customerId === null) {
    throw refused("contact_missing", "Xero needs a contact for money received. Choose one.");
  }
  if (itemId === null) {
    throw refused("account_missing", "Xero needs an account of income for money received.");
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
