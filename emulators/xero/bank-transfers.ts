import { demandBankAccount, demandOpen, demandUnreconciled, todayOf } from "./guards";
import type { Input } from "./inputs";
import { minor } from "./money";
import { invalid } from "./refusals";
import { type BankTransaction, type BankTransfer, type Books, type Desk, mintUuid } from "./state";

type TransferInput = Input<"BankTransfer">;

/**
 * `PUT /BankTransfers`: between two bank accounts of one currency, with its two read-only sides.
 * @throws XeroRefusal
 */
export function createBankTransfer(desk: Desk, input: TransferInput): BankTransfer {
  const { state, books, now } = desk;
  const from = demandBankAccount(books, input.FromBankAccount);
  const to = demandBankAccount(books, input.ToBankAccount);
  if (from.id === to.id) throw invalid("The bank accounts of a transfer must be different");
  if (from.currency !== to.currency) {
    throw invalid("Bank transfers between accounts of different currencies are not supported");
  }
  const currency = from.currency ?? books.baseCurrency;
  const amount = minor(input.Amount ?? 0, currency);
  if (amount <= 0) throw invalid("The amount of a transfer must be greater than zero");
  const date = input.Date ?? todayOf(desk);
  demandOpen(books, date);
  const at = now.toISOString();
  const id = mintUuid(state);
  const shared = {
    date,
    ...(input.Reference ? { reference: input.Reference } : {}),
    status: "AUTHORISED",
    updated: at,
  };
  const side = (type: string, bankAccount: string, reconciled = false): BankTransaction => {
    const line = { quantity: 1, account: "", taxType: "NONE", tax: 0, tracking: [] };
    const unitAmount = Number(input.Amount);
    return {
      id: mintUuid(state),
      type,
      bankAccount,
      ...shared,
      currency,
      rate: 1,
      amountTypes: "NoTax",
      lines: [{ id: mintUuid(state), ...line, unitAmount, amount }],
      reconciled,
      transfer: id,
    };
  };
  const spent = side("SPEND-TRANSFER", from.id, input.FromIsReconciled);
  const received = side("RECEIVE-TRANSFER", to.id, input.ToIsReconciled);
  books.bankTransactions[spent.id] = spent;
  books.bankTransactions[received.id] = received;
  const transfer: BankTransfer = {
    id,
    from: from.id,
    to: to.id,
    amount,
    ...shared,
    fromTransaction: spent.id,
    toTransaction: received.id,
    created: at,
  };
  books.bankTransfers[id] = transfer;
  return transfer;
}

/** `POST /BankTransfers`, which only deletes: both sides go along. @throws XeroRefusal */
export function deleteBankTransfer(desk: Desk, input: TransferInput): BankTransfer {
  const { books, now } = desk;
  const transfer = books.bankTransfers[input.BankTransferID?.toLowerCase() ?? ""];
  if (!transfer) throw invalid("The specified bank transfer could not be found");
  if (input.Status !== "DELETED" || books.behaviour.transferDeletes === "refused") {
    throw invalid("Bank transfers cannot be edited or deleted");
  }
  if (transfer.status === "DELETED") throw invalid("This bank transfer has been deleted.");
  for (const side of sidesOf(books, transfer)) {
    demandUnreconciled(books, side.reconciled, "Bank Transfer");
  }
  demandOpen(books, transfer.date);
  removeTransfer(books, transfer, now);
  return transfer;
}

/** Deletes it as a person does, whatever the rules of the API. */
export function removeTransfer(books: Books, transfer: BankTransfer, now: Date): void {
  for (const entry of [transfer, ...sidesOf(books, transfer)]) {
    Object.assign(entry, { status: "DELETED", updated: now.toISOString() });
  }
}

/** The sides in the two bank accounts: from, to. */
export function sidesOf(books: Books, transfer: BankTransfer): BankTransaction[] {
  return [transfer.fromTransaction, transfer.toTransaction].flatMap(
    (id) => books.bankTransactions[id] ?? [],
  );
}
