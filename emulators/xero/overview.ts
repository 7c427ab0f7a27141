import { balances } from "./balances";
import { totalsOf } from "./lines";
import { dueOf } from "./payments";
import type { BankTransaction, Invoice, XeroState } from "./state";

/** The books of every organisation, account by account and document by document. Amounts in minor units. */
export function xeroOverview(state: XeroState) {
  return Object.entries(state.books).map(([tenantId, books]) => {
    const held = balances(books);
    const nameOf = (id: string) => books.accounts[id]?.name ?? null;
    const contactOf = (id = "") => books.contacts[id]?.name ?? null;
    const invoice = (each: Invoice) => ({
      id: each.id,
      type: each.type,
      number: each.number,
      date: each.date,
      contact: contactOf(each.contact),
      currency: each.currency,
      total: totalsOf(each).total,
      due: dueOf(books, each),
      status: each.status,
    });
    const lines = ({ lines }: BankTransaction) =>
      lines.map(({ account, amount, tax, taxType, description = null }) => ({
        account: nameOf(account),
        amount,
        tax,
        tax_type: taxType,
        description,
      }));
    return {
      tenant_id: tenantId,
      name: books.name,
      accounts: Object.values(books.accounts).map(({ id, code, name, type, currency }) => ({
        id,
        code: code ?? null,
        name,
        type,
        currency: currency ?? books.baseCurrency,
        balance: held[id]?.[currency ?? books.baseCurrency] ?? 0,
        balances: held[id] ?? {},
      })),
      invoices: Object.values(books.invoices).map(invoice),
      credit_notes: Object.values(books.creditNotes).map(invoice),
      payments: Object.values(books.payments).map((each) => ({
        id: each.id,
        type: each.type,
        date: each.date,
        account: nameOf(each.account),
        amount: each.amount,
        bank_amount: each.bankAmount,
        reference: each.reference ?? null,
        reconciled: each.reconciled,
        status: each.status,
      })),
      bank_transactions: Object.values(books.bankTransactions).map((each) => ({
        id: each.id,
        type: each.type,
        date: each.date,
        account: nameOf(each.bankAccount),
        contact: contactOf(each.contact),
        total: totalsOf(each).total,
        reference: each.reference ?? null,
        lines: lines(each),
        reconciled: each.reconciled,
        status: each.status,
      })),
      bank_transfers: Object.values(books.bankTransfers).map((each) => ({
        id: each.id,
        date: each.date,
        from: nameOf(each.from),
        to: nameOf(each.to),
        amount: each.amount,
        reference: each.reference ?? null,
        status: each.status,
      })),
    };
  });
}
