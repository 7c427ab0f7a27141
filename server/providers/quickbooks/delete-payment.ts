import type { CreatedPaymentKind } from "@/lib/constants/payments";
import { parseDecimal } from "@/lib/money";
import { ProviderError } from "@/server/providers/errors";
import type { CreatedPaymentRef, PaymentDraft } from "@/server/providers/ledger";
import { parseReply } from "@/server/providers/parse";
import type { QuickBooksApi, Store } from "@/server/providers/quickbooks/api";
import {
  deletion as deletionSchema,
  type TransactionInFull,
  transactionInFull,
} from "@/server/providers/quickbooks/schemas";
import { currencyOf } from "./mapper";

const READERS = {
  Payment: "getPayment",
  SalesReceipt: "getSalesReceipt",
  RefundReceipt: "getRefundReceipt",
} as const;

const DELETERS = {
  Payment: "deletePayment",
  SalesReceipt: "deleteSalesReceipt",
  RefundReceipt: "deleteRefundReceipt",
} as const;

/** Of a transaction that is on a Deposit. */
const DEPOSITED = "6540";

/**
 * Deletes a payment or receipt. Compared by content, not by version, which depositing increments.
 * @param asCreated absent: whatever it is by now.
 * @returns "changed" when it is on a Deposit or was edited: it was left alone.
 */
export async function deletePayment(
  api: QuickBooksApi,
  store: Store,
  ref: CreatedPaymentRef,
  asCreated?: PaymentDraft,
): Promise<"deleted" | "absent" | "changed"> {
  try {
    return await deleteCurrent(api, store, ref, asCreated);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.detail.code === DEPOSITED) return "changed";
    if (error.failure !== "stale") throw error;
    // Edited between reading and deleting: compared once more.
    return deleteCurrent(api, store, ref, asCreated);
  }
}

async function deleteCurrent(
  api: QuickBooksApi,
  store: Store,
  { kind, providerId }: CreatedPaymentRef,
  asCreated: PaymentDraft | undefined,
): Promise<"deleted" | "absent" | "changed"> {
  const found = await read(api, store, kind, providerId);
  if (!found) return "absent";
  const { homeCurrency } = await api.credentials(store);
  if (asCreated && !isAsCreated(found, asCreated, homeCurrency)) return "changed";
  const { Id, SyncToken } = found;
  const what = `${kind} deletion`;
  try {
    const reply = await api.write(store, what, (sdk, done) =>
      sdk[DELETERS[kind]]({ Id, SyncToken }, done),
    );
    parseReply("quickbooks", what, deletionSchema, reply);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.failure === "not_found") return "absent";
    // An unreadable reply (a proxy's page, a truncated one) leaves the outcome unknown.
    const unread = error.detail.code === "unexpected_reply";
    if (!unread || (await read(api, store, kind, providerId))) throw error;
  }
  return "deleted";
}

async function read(
  api: QuickBooksApi,
  store: Store,
  kind: CreatedPaymentKind,
  id: string,
): Promise<TransactionInFull | null> {
  try {
    const reply = await api.read(store, kind, (sdk, done) => sdk[READERS[kind]](id, done));
    return parseReply("quickbooks", kind, transactionInFull, reply);
  } catch (error) {
    if (error instanceof ProviderError && error.failure === "not_found") return null;
    throw error;
  }
}

type Line = TransactionInFull["Line"][number];

/**
 * Whether a transaction still is what was created from `draft`, and on no Deposit. Compared is what the books
 * would lose: customer, date, amount, invoices, item, class, tax code and note. Its reference may have been
 * shortened, and its description is words.
 */
function isAsCreated(found: TransactionInFull, draft: PaymentDraft, homeCurrency: string): boolean {
  const currency = currencyOf(found, homeCurrency);
  const sold = found.Line.filter(({ DetailType }) => DetailType !== "SubTotalLineDetail");
  return (
    found.LinkedTxn.every(({ TxnType }) => TxnType !== "Deposit") &&
    currency === draft.currency &&
    parseDecimal(found.TotalAmt, currency) === draft.amount &&
    found.TxnDate === draft.date &&
    (found.CustomerRef?.value ?? null) === draft.customerId &&
    oneLine(found.PrivateNote) === oneLine(draft.note) &&
    (draft.kind === "Payment" ? appliesAs(sold, draft) : sellsAs(found, sold, draft))
  );
}

function appliesAs(lines: Line[], { invoices, currency }: PaymentDraft): boolean {
  const wanted = invoices.map(({ id, amount }) => `Invoice ${id} ${amount}`);
  const applied = lines.flatMap(({ Amount, LinkedTxn }) =>
    LinkedTxn.map(
      ({ TxnType, TxnId }) => `${TxnType} ${TxnId} ${parseDecimal(Amount ?? 0, currency)}`,
    ),
  );
  return applied.toSorted().join() === wanted.toSorted().join();
}

// Its amount is part of the total. QuickBooks fills in a tax code where none was sent.
function sellsAs(found: TransactionInFull, lines: Line[], draft: PaymentDraft): boolean {
  const [line, second] = lines;
  const detail = line?.SalesItemLineDetail;
  if (!detail || second) return false;
  const classId = detail.ClassRef?.value ?? found.ClassRef?.value ?? null;
  return (
    (draft.itemId === null || detail.ItemRef?.value === draft.itemId) &&
    (draft.taxCodeId === null || detail.TaxCodeRef?.value === draft.taxCodeId) &&
    classId === draft.classId
  );
}

function oneLine(text: string | null | undefined): string {
  return (text ?? "").trim().replace(/\s+/g, " ");
}
