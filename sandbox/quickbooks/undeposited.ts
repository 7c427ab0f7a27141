import { sumMinor } from "@/lib/money";
import { currencyOf, minor } from "./money";
import type { Entity, EntityName, QuickBooksState } from "./state";

/** The account in which payments wait for their Deposit. */
export function undepositedFunds(state: QuickBooksState): Entity {
  const account = Object.values(state.entities.Account).find(
    ({ AccountSubType }) => AccountSubType === "UndepositedFunds",
  );
  if (!account) throw new Error("the company has no Undeposited Funds account");
  return account;
}

/** The Deposit that contains a transaction, if any. */
export function depositOf(entity: Entity): string | undefined {
  return entity.LinkedTxn?.find(({ TxnType }) => TxnType === "Deposit")?.TxnId;
}

const LINKABLE: readonly EntityName[] = [
  "Payment",
  "SalesReceipt",
  "RefundReceipt",
  "JournalEntry",
];

export function isLinkable(name: EntityName | undefined): name is EntityName {
  return name !== undefined && LINKABLE.includes(name);
}

/**
 * What a transaction adds to Undeposited Funds, in minor units (negative for a refund); undefined when it
 * went to another account. A payment without `DepositToAccountRef` goes there.
 */
export function heldAmount(
  name: EntityName,
  entity: Entity,
  state: QuickBooksState,
): number | undefined {
  const account = undepositedFunds(state).Id;
  const currency = currencyOf(entity, state);
  if (name === "JournalEntry") {
    const lines = (entity.Line ?? []).filter(
      (line) => postedTo(line.JournalEntryLineDetail)?.account === account,
    );
    if (lines.length === 0) return undefined;
    return sumMinor(
      lines.map(
        (line) =>
          minor(line.Amount, currency) * (postedTo(line.JournalEntryLineDetail)?.debit ? 1 : -1),
      ),
    );
  }
  if ((entity.DepositToAccountRef?.value ?? account) !== account) return undefined;
  return minor(entity.TotalAmt, currency) * (name === "RefundReceipt" ? -1 : 1);
}

function postedTo(detail: unknown): { account: string; debit: boolean } | undefined {
  if (typeof detail !== "object" || detail === null) return undefined;
  const { AccountRef, PostingType } = detail as {
    AccountRef?: { value: string };
    PostingType?: string;
  };
  return AccountRef && { account: AccountRef.value, debit: PostingType === "Debit" };
}
