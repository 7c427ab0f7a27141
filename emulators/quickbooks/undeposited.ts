import { currencyOf, minor } from "./money";
import type { Entity, EntityName, Line, LinkedTxn, QuickBooksState } from "./state";

/** The account in which payments wait for their Deposit. */
export function undepositedFunds(state: QuickBooksState): Entity {
  const account = Object.values(state.entities.Account).find(
    ({ AccountSubType }) => AccountSubType === "UndepositedFunds",
  );
  if (!account) throw new Error("the company has no Undeposited Funds account");
  return account;
}

/** What a Deposit can hold. */
export const LINKABLE = [
  "Payment",
  "SalesReceipt",
  "RefundReceipt",
  "JournalEntry",
  "Transfer",
] as const satisfies readonly EntityName[];

export function isLinkable(name: EntityName | undefined): name is (typeof LINKABLE)[number] {
  return LINKABLE.some((each) => each === name);
}

/** What a transaction has in Undeposited Funds, or had before it was deposited. */
export interface Holding {
  /** Of a journal entry, which a Deposit takes line by line. */
  lineId?: string | undefined;
  /** Minor units; negative for a refund. */
  amount: number;
  /** The transaction or its line, whichever a Deposit holds. */
  part: { LinkedTxn?: LinkedTxn[] };
}

/** The Deposit that contains a transaction or a line of one, if any. */
export function depositOf(part: { LinkedTxn?: LinkedTxn[] }): string | undefined {
  return part.LinkedTxn?.find(({ TxnType }) => TxnType === "Deposit")?.TxnId;
}

/** Nothing for what went to other accounts. A payment without `DepositToAccountRef` goes to Undeposited Funds. */
export function holdings(name: EntityName, entity: Entity, state: QuickBooksState): Holding[] {
  const account = undepositedFunds(state).Id;
  const currency = currencyOf(entity, state);
  if (name === "JournalEntry") {
    return (entity.Line ?? []).flatMap((line) => {
      const detail = line.JournalEntryLineDetail as EntryDetail | undefined;
      if (detail?.AccountRef?.value !== account) return [];
      const sign = detail.PostingType === "Debit" ? 1 : -1;
      return [{ lineId: line.Id, amount: sign * minor(line.Amount, currency), part: line }];
    });
  }
  if (name === "Transfer") {
    const amount = minor(Number(entity.Amount), currency);
    const { FromAccountRef, ToAccountRef } = entity as { [field: string]: { value: string } };
    if (ToAccountRef?.value === account) return [{ amount, part: entity }];
    return FromAccountRef?.value === account ? [{ amount: -amount, part: entity }] : [];
  }
  if ((entity.DepositToAccountRef?.value ?? account) !== account) return [];
  const amount = minor(entity.TotalAmt, currency) * (name === "RefundReceipt" ? -1 : 1);
  return [{ amount, part: entity }];
}

/** Whether it, or any of its lines, is on a Deposit. */
export function isDeposited(entity: { LinkedTxn?: LinkedTxn[]; Line?: Line[] }): boolean {
  return [entity, ...(entity.Line ?? [])].some((part) => depositOf(part) !== undefined);
}

interface EntryDetail {
  AccountRef?: { value: string };
  PostingType?: string;
}
