import { totalsOf } from "./lines";
import type { Account, BankTransaction, Books, Invoice, Line, Payment } from "./state";

interface Entry {
  account: string;
  currency: string;
  /** Minor units; debits are positive. */
  amount: number;
}

/**
 * What every account holds by currency, in minor units: debits are positive, so money in a bank and expenses are, and
 * income is negative. Zero where nothing was booked.
 */
export function balances(books: Books): Record<string, Record<string, number>> {
  const held: Record<string, Record<string, number>> = {};
  for (const { account, currency, amount } of entriesOf(books)) {
    const of = held[account] ?? {};
    held[account] = { ...of, [currency]: (of[currency] ?? 0) + amount };
  }
  return held;
}

/** The same of the accounts that hold anything, by name; another currency than the account's is named with it. */
export function namedBalances(books: Books): Record<string, number> {
  const named = Object.entries(balances(books)).flatMap(([id, amounts]) => {
    const { name = id, currency = books.baseCurrency } = books.accounts[id] ?? {};
    return Object.entries(amounts).map(
      ([of, amount]) => [of === currency ? name : `${name} (${of})`, amount] as const,
    );
  });
  return Object.fromEntries(named.filter(([, amount]) => amount !== 0));
}

function entriesOf(books: Books): Entry[] {
  const counts = ({ status }: { status: string }) => ["AUTHORISED", "PAID"].includes(status);
  const of = <T extends { status: string }>(rows: Record<string, T>) =>
    Object.values(rows).filter(counts);
  return [
    ...[...of(books.invoices), ...of(books.creditNotes)].flatMap((each) => ofInvoice(books, each)),
    ...of(books.payments).flatMap((each) => ofPayment(books, each)),
    ...of(books.bankTransactions).flatMap((each) => ofBankTransaction(books, each)),
  ];
}

/** A document's total on one account, against its lines and their tax. */
function entries(
  books: Books,
  document: Invoice | BankTransaction,
  { account, sign }: { account: string; sign: 1 | -1 },
): Entry[] {
  const { currency, lines, amountTypes } = document;
  const { tax, total } = totalsOf(document);
  const net = ({ amount, tax: within }: Line) =>
    amountTypes === "Inclusive" ? amount - within : amount;
  return [
    { account, currency, amount: sign * total },
    ...lines.map((line) => ({ account: line.account, currency, amount: -sign * net(line) })),
    { account: systemAccount(books, "GST").id, currency, amount: -sign * tax },
  ];
}

function ofInvoice(books: Books, document: Invoice): Entry[] {
  const isSale = document.type.startsWith("ACCREC");
  const isCredit = document.type.endsWith("CREDIT");
  const account = systemAccount(books, isSale ? "DEBTORS" : "CREDITORS").id;
  return entries(books, document, { account, sign: isSale === isCredit ? -1 : 1 });
}

function ofPayment(books: Books, payment: Payment): Entry[] {
  const document = books.invoices[payment.document] ?? books.creditNotes[payment.document];
  const account = books.accounts[payment.account];
  const isIn = payment.type === "ACCRECPAYMENT" || payment.type === "APCREDITPAYMENT";
  const isSale = payment.type === "ACCRECPAYMENT" || payment.type === "ARCREDITPAYMENT";
  const sign = isIn ? 1 : -1;
  const { baseCurrency } = books;
  return [
    {
      account: payment.account,
      currency: account?.currency ?? baseCurrency,
      amount: sign * payment.bankAmount,
    },
    {
      account: systemAccount(books, isSale ? "DEBTORS" : "CREDITORS").id,
      currency: document?.currency ?? baseCurrency,
      amount: -sign * payment.amount,
    },
  ];
}

function ofBankTransaction(books: Books, transaction: BankTransaction): Entry[] {
  const sign = transaction.type.startsWith("RECEIVE") ? 1 : -1;
  const all = entries(books, transaction, { account: transaction.bankAccount, sign });
  // A transfer's two sides are each other's counterpart.
  return transaction.transfer ? all.slice(0, 1) : all;
}

export function systemAccount({ accounts }: Books, name: string): Account {
  const account = Object.values(accounts).find((each) => each.system === name);
  if (!account) throw new Error(`no account ${name}`);
  return account;
}
