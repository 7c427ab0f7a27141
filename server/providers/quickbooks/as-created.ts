import { parseDecimal } from "@/lib/money";
import type { PaymentDraft } from "@/server/providers/ledger";
import { currencyOf } from "@/server/providers/quickbooks/mapper";
import type { TransactionInFull } from "@/server/providers/quickbooks/schemas";

type Line = TransactionInFull["Line"][number];

/**
 * Whether a transaction still is what was created from `draft`, and on no Deposit. Compared is what the books
 * would lose: customer, date, amount, invoices, item, class, tax code and note. Its reference may have been
 * shortened, and its description is words.
 */
export function isAsCreated(
  found: TransactionInFull,
  draft: PaymentDraft,
  homeCurrency: string,
): boolean {
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
