import type { LedgerPaymentRef } from "@/server/providers/ledger";

/**
 * A journal entry can move several amounts into Undeposited Funds, and a Deposit takes them out line by line. So each is
 * a payment of its own, by the ids of the entry and of the line: "123:1".
 */
const SEPARATOR = ":";

interface Link {
  TxnId: string;
  TxnType: string;
  TxnLineId?: string | null | undefined;
}

export function entryLineId(entryId: string, lineId: string): string {
  return `${entryId}${SEPARATOR}${lineId}`;
}

/** The id of the transaction in QuickBooks: of a line, its journal entry's. */
export function transactionId(providerId: string): string {
  return providerId.split(SEPARATOR)[0] ?? providerId;
}

/** What a Deposit's line links. Its kind may be one that we do not read. */
export function paymentRef({ TxnId, TxnType, TxnLineId }: Link) {
  const isLine = TxnType === "JournalEntry" && TxnLineId;
  return { kind: TxnType, providerId: isLine ? entryLineId(TxnId, TxnLineId) : TxnId };
}

/** As a Deposit's line links it. All but journal entries have "0" as their only line. */
export function linkedTxn({ kind, providerId }: LedgerPaymentRef): Required<Link> {
  const [TxnId = "", TxnLineId = "0"] = providerId.split(SEPARATOR);
  return { TxnId, TxnType: kind, TxnLineId };
}
