import { sumMinor, toDecimal } from "@/lib/money";
import type { LedgerDeposit, LedgerDepositEntry } from "@/server/providers/ledger";
import type { Chart } from "./accounts";
import { isDeleted } from "./pages";
import type { XeroBankTransaction, XeroBankTransfer } from "./schemas";
import { currencyOf } from "./transactions";
import { minorOf } from "./wire";

/**
 * What a document is to a payout. On the clearing account: spend, receive. On the bank account itself: deposit,
 * withdrawal. Between the two: a transfer to the bank, or a debit from it.
 */
export const PARTS = ["spend", "receive", "deposit", "withdrawal", "transfer", "debit"] as const;
export type Part = (typeof PARTS)[number];

/** One of Xero's documents that record a payout. */
export type Booked = { part: Part } & (
  | { transaction: XeroBankTransaction; transfer?: undefined }
  | { transfer: XeroBankTransfer; transaction?: undefined }
);

/** "spend:<guid>+transfer:<guid>", in the order in which they were made. */
export function depositId(parts: readonly Booked[]): string {
  return parts.map((each) => `${each.part}:${guidOf(each)}`).join("+");
}

/** Empty for what is no {@link depositId}. */
export function partsOf(id: string): { part: Part; guid: string }[] {
  const parts = id.split("+").map((text) => {
    const [name, guid = ""] = text.split(":");
    return { part: PARTS.find((part) => part === name), guid };
  });
  return parts.flatMap(({ part, guid }) => (part && guid ? { part, guid } : []));
}

/** What the ids of payouts may call a document, by its type. */
export function partIds(type: string, guid: string): string[] {
  const names: Record<string, Part[]> = {
    SPEND: ["spend", "withdrawal"],
    RECEIVE: ["receive", "deposit"],
    TRANSFER: ["transfer", "debit"],
  };
  return (names[type] ?? []).map((part) => `${part}:${guid}`);
}

/** As they are made: those on the clearing account first. */
export function inTheirOrder(one: Booked, other: Booked): number {
  return PARTS.indexOf(one.part) - PARTS.indexOf(other.part);
}

export function isOfTransfers(part: Part): boolean {
  return part === "transfer" || part === "debit";
}

export function guidOf({ transaction, transfer }: Booked): string {
  return transaction ? transaction.BankTransactionID : transfer.BankTransferID;
}

export function isAlive({ transaction, transfer }: Booked): boolean {
  return !isDeleted(transaction ?? transfer);
}

export function isReconciled({ transaction, transfer }: Booked): boolean {
  if (transaction) return transaction.IsReconciled;
  return transfer.FromIsReconciled || transfer.ToIsReconciled;
}

export function referenceOf({ transaction, transfer }: Booked): string {
  return (transaction ?? transfer).Reference ?? "";
}

/** "the transfer of 96.55 NZD" */
export function titleOf(each: Booked, chart: Chart): string {
  const { transaction, transfer } = each;
  const currency = transaction
    ? currencyOf(transaction, chart)
    : chart.currencyOf(transfer.FromBankAccount.AccountID);
  const amount = minorOf("document", transaction ? transaction.Total : transfer.Amount, currency);
  const kinds = { SPEND: "spend money", RECEIVE: "receive money" } as Record<string, string>;
  const kind = transaction ? (kinds[transaction.Type] ?? "transaction") : "transfer";
  return `the ${kind} of ${toDecimal(amount, currency)} ${currency}`;
}

/** Signed by what it does to its bank account, minor units. */
function amountOf(transaction: XeroBankTransaction, chart: Chart): number {
  const { Type, Total } = transaction;
  const amount = minorOf("bank transaction", Total, currencyOf(transaction, chart));
  return Type.startsWith("RECEIVE") ? amount : 0 - amount;
}

/** @param parts at least one; those of one payout. */
export function toLedgerDeposit(parts: readonly Booked[], chart: Chart): LedgerDeposit {
  const transfers = parts.flatMap(({ transfer, part }) => (transfer ? { transfer, part } : []));
  const transactions = parts.flatMap(({ transaction }) => transaction ?? []);
  const [first] = parts;
  const moved = transfers[0];
  const kept = transactions[0];
  if (!first || (!moved && !kept)) throw new Error("a deposit of no documents");
  const accounts = accountsOf(first.part, moved?.transfer, kept, {
    isDebit: moved?.part === "debit",
  });
  const currency = chart.currencyOf(accounts.bank || (accounts.clearing ?? ""));
  const total = accounts.clearing
    ? sumMinor(
        transfers.map(({ transfer }) => {
          const amount = minorOf("bank transfer", transfer.Amount, currency);
          return transfer.ToBankAccount.AccountID === accounts.bank ? amount : 0 - amount;
        }),
      )
    : sumMinor(transactions.map((each) => amountOf(each, chart)));
  const lines = transactions.flatMap((each) => entriesOf(each, chart));
  const gross = total - sumMinor(lines.map(({ amount }) => amount));
  return {
    id: depositId(parts),
    date: (moved?.transfer ?? kept)?.Date ?? "",
    total,
    currency,
    note: referenceOf(first),
    bankId: accounts.bank,
    bankName: nameOf(chart, accounts.bank),
    payments: [],
    entries: [
      ...(accounts.clearing && gross !== 0
        ? [
            {
              amount: gross,
              accountId: accounts.clearing,
              accountName: nameOf(chart, accounts.clearing),
              ...{ customerName: "", className: "", description: "" },
            },
          ]
        : []),
      ...lines,
    ],
  };
}

/** The bank account, and the one whose payments are paid out; a receipt on the bank itself names the latter in a line. */
function accountsOf(
  part: Part,
  transfer: XeroBankTransfer | undefined,
  transaction: XeroBankTransaction | undefined,
  { isDebit }: { isDebit: boolean },
): { bank: string; clearing?: string } {
  const own = transaction?.BankAccount.AccountID ?? "";
  if (!transfer) {
    const isDirect = part === "deposit" || part === "withdrawal";
    return isDirect ? { bank: own } : { bank: "", clearing: own };
  }
  const from = transfer.FromBankAccount.AccountID;
  const to = transfer.ToBankAccount.AccountID;
  const isFromBank = transaction ? to === own : isDebit;
  return isFromBank ? { bank: from, clearing: to } : { bank: to, clearing: from };
}

function entriesOf(transaction: XeroBankTransaction, chart: Chart): LedgerDepositEntry[] {
  const { LineAmountTypes, LineItems, Contact, Type } = transaction;
  const currency = currencyOf(transaction, chart);
  const sign = Type.startsWith("RECEIVE") ? 1 : -1;
  return LineItems.map((line) => {
    const amount = minorOf("line", line.LineAmount ?? 0, currency);
    const onTop = LineAmountTypes === "Exclusive";
    const tax = onTop ? minorOf("tax", line.TaxAmount ?? 0, currency) : 0;
    const accountId = accountOfLine(line, chart);
    return {
      amount: sign * (amount + tax) || 0,
      accountId,
      accountName: nameOf(chart, accountId),
      customerName: Contact?.Name?.trim() ?? "",
      className: (line.Tracking ?? []).map(({ Option }) => Option ?? "").join(", "),
      description: line.Description ?? "",
    };
  });
}

type Line = Pick<XeroBankTransaction["LineItems"][number], "AccountID" | "AccountCode">;

/** The id of a line's account, whichever way Xero names it; empty where it doesn't. */
export function accountOfLine({ AccountID, AccountCode }: Line, { accounts }: Chart): string {
  if (AccountID) return AccountID;
  const coded = [...accounts.values()].find(({ Code }) => Code && Code === AccountCode);
  return coded?.AccountID ?? "";
}

function nameOf({ accounts }: Chart, id: string): string {
  return accounts.get(id)?.Name ?? "";
}
