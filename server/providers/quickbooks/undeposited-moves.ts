import { entryLineId } from "@/server/providers/quickbooks/payment-ref";
import type {
  QuickBooksJournalEntry,
  QuickBooksTransfer,
  Transaction,
} from "@/server/providers/quickbooks/schemas";

// Journal entries and transfers in the shape of the payments beside which they wait for a Deposit. Their amounts are
// signed: what leaves Undeposited Funds is negative.

/** Ids of the accounts of subtype Undeposited Funds. */
type Undeposited = ReadonlySet<string>;

/** The lines of an entry that are on Undeposited Funds: a debit adds to it. */
export function entryLines(
  { Line, DocNumber, PrivateNote, ...entry }: QuickBooksJournalEntry,
  undeposited: Undeposited,
): Transaction[] {
  return Line.flatMap(({ Id, Amount, Description, JournalEntryLineDetail: detail }) => {
    if (!detail || !undeposited.has(detail.AccountRef.value)) return [];
    const whom = detail.Entity?.Type === "Customer" ? detail.Entity.EntityRef : undefined;
    const move: Transaction = {
      ...entry,
      Id: entryLineId(entry.Id, Id),
      TotalAmt: signed(Amount ?? 0, detail.PostingType === "Credit"),
      ...(whom && { CustomerRef: whom }),
      DepositToAccountRef: detail.AccountRef,
      LinkedTxn: [],
      DocNumber,
      PrivateNote: Description,
      // The entry's own note is about all of its lines.
      ...(PrivateNote && { CustomerMemo: { value: PrivateNote } }),
    };
    return [move];
  });
}

/** None for a transfer between other accounts. */
export function transferMoves(
  { Amount, FromAccountRef, ToAccountRef, ...transfer }: QuickBooksTransfer,
  undeposited: Undeposited,
): Transaction[] {
  const isOut = undeposited.has(FromAccountRef.value);
  const account = isOut ? FromAccountRef : ToAccountRef;
  if (!undeposited.has(account.value)) return [];
  return [
    {
      ...transfer,
      TotalAmt: signed(Amount, isOut),
      DepositToAccountRef: account,
      LinkedTxn: [],
    },
  ];
}

/** Decimal text stays text: amounts are never floats. */
function signed(amount: number | string, isNegative: boolean): number | string {
  if (!isNegative) return amount;
  if (typeof amount === "number") return 0 - amount;
  return amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
}
