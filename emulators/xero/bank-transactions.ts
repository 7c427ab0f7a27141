import { contactOf } from "./contacts";
import { demandBankAccount, demandOpen, demandUnreconciled, todayOf } from "./guards";
import type { Input } from "./inputs";
import { completedLines, totalsOf } from "./lines";
import { invalid } from "./refusals";
import { type BankTransaction, type Desk, type Line, mintUuid } from "./state";

type TransactionInput = Input<"BankTransaction">;

export interface Written {
  unitPlaces: 2 | 4;
}

/** `PUT /BankTransactions`: money spent or received. @throws XeroRefusal */
export function createBankTransaction(
  desk: Desk,
  input: TransactionInput,
  { unitPlaces }: Written,
): BankTransaction {
  const { state, books, now } = desk;
  const { Type: type = "" } = input;
  if (type !== "RECEIVE" && type !== "SPEND") throw invalid("The Type must be SPEND or RECEIVE");
  const bank = demandBankAccount(books, input.BankAccount);
  const currency = bank.currency ?? books.baseCurrency;
  const date = input.Date ?? todayOf(desk);
  demandOpen(books, date);
  demandUrl(input.Url);
  const amountTypes = input.LineAmountTypes ?? "Inclusive";
  const lines = positiveLines(desk, input.LineItems, { currency, amountTypes, unitPlaces });
  const contact = contactOf(desk, input.Contact);
  const transaction: BankTransaction = {
    id: mintUuid(state),
    type,
    contact: contact.id,
    bankAccount: bank.id,
    date,
    ...(input.Reference ? { reference: input.Reference } : {}),
    ...(input.Url ? { url: input.Url } : {}),
    currency,
    rate: Number(input.CurrencyRate ?? 1),
    amountTypes,
    lines,
    status: "AUTHORISED",
    reconciled: input.IsReconciled ?? false,
    updated: now.toISOString(),
  };
  books.bankTransactions[transaction.id] = transaction;
  return transaction;
}

/** `POST /BankTransactions`: creates, or changes the one of that id; a line that is left out goes. */
export function saveBankTransaction(
  desk: Desk,
  input: TransactionInput,
  written: Written,
): BankTransaction {
  const { books, now } = desk;
  if (!input.BankTransactionID) return createBankTransaction(desk, input, written);
  const transaction = books.bankTransactions[input.BankTransactionID.toLowerCase()];
  if (!transaction) throw invalid("The specified bank transaction could not be found");
  const date = input.Date ?? transaction.date;
  if (transaction.type !== "RECEIVE" && transaction.type !== "SPEND") {
    throw invalid(`A ${transaction.type} cannot be edited or deleted here`);
  }
  if (transaction.status === "DELETED") throw invalid("This bank transaction has been deleted.");
  demandUnreconciled(books, transaction.reconciled, "Bank Transaction");
  demandOpen(books, transaction.date, date);
  const changes: Partial<BankTransaction> = { date };
  if (input.Status === "DELETED") {
    Object.assign(transaction, { status: "DELETED", updated: now.toISOString() });
    return transaction;
  }
  demandUrl(input.Url);
  if (input.BankAccount) {
    const bank = demandBankAccount(books, input.BankAccount);
    if (bank.currency !== transaction.currency) {
      throw invalid("The bank account has another currency than the bank transaction");
    }
    changes.bankAccount = bank.id;
  }
  if (input.LineItems) {
    const { currency } = transaction;
    const amountTypes = input.LineAmountTypes ?? transaction.amountTypes;
    const about = { currency, amountTypes, ...written };
    Object.assign(changes, { amountTypes, lines: positiveLines(desk, input.LineItems, about) });
  }
  if (input.Contact) changes.contact = contactOf(desk, input.Contact).id;
  if (input.Reference !== undefined) changes.reference = input.Reference;
  if (input.Url !== undefined) changes.url = input.Url;
  if (input.IsReconciled !== undefined) changes.reconciled = input.IsReconciled;
  Object.assign(transaction, changes, { updated: now.toISOString() });
  return transaction;
}

/** Lines may be negative while their total is positive. @throws XeroRefusal */
function positiveLines(
  desk: Desk,
  given: TransactionInput["LineItems"] = [],
  about: Written & Pick<BankTransaction, "currency" | "amountTypes">,
): Line[] {
  const lines = completedLines(desk, given, { ...about, empty: "refused" });
  if (totalsOf({ lines, amountTypes: about.amountTypes }).total > 0) return lines;
  throw invalid("The total of a bank transaction must be greater than zero");
}

/** Shown as "Go to …". @throws XeroRefusal for what is no address, or one with "xero" in it */
export function demandUrl(url: string | undefined): void {
  if (url === undefined) return;
  if (!URL.canParse(url) || /xero/i.test(url))
    throw invalid("Url must be a valid absolute address without xero in it");
}
