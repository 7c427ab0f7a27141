import { parseDecimal } from "@/lib/money";
import { inQuickBooks } from "../ledger-changes/world";

const KINDS = [
  "Customer",
  "Deposit",
  "Invoice",
  "JournalEntry",
  "Payment",
  "RefundReceipt",
  "SalesReceipt",
] as const;
type Kind = (typeof KINDS)[number];
interface Ref {
  value: string;
}
interface EntityLine {
  Amount: number;
  LinkedTxn?: { TxnId: string; TxnType: string }[];
  SalesItemLineDetail?: { ItemRef: Ref };
  DepositLineDetail?: { AccountRef?: Ref };
}
export interface Entity {
  Id: string;
  TotalAmt: number;
  DisplayName?: string;
  DepositToAccountRef?: Ref;
  Line?: EntityLine[];
}

interface Versioned extends Entity {
  SyncToken: string;
  MetaData: object;
}

async function read<T>(kind: string): Promise<T[]> {
  const query = encodeURIComponent(`select * from ${kind} maxresults 1000`);
  const { QueryResponse } = await inQuickBooks("GET", `query?query=${query}`);
  const found = QueryResponse[kind] ?? [];
  if (found.length === 1000) throw new Error(`${kind}: there may be more than one page`);
  return found;
}

export type Books = Record<Kind, Record<string, Entity>>;

/** All that QuickBooks holds, by kind and id, without what every write changes (versions and times). */
export async function readBooks(): Promise<Books> {
  const books = await Promise.all(
    KINDS.map(async (kind) => {
      const entities = await read<Versioned>(kind);
      return [kind, Object.fromEntries(entities.map(strip))];
    }),
  );
  return Object.fromEntries(books);
}

function strip({ SyncToken: _, MetaData: __, ...entity }: Versioned) {
  return [entity.Id, entity];
}

/** What `after` has and `before` has not, as "Kind id". */
export function addedTo(before: Books, after: Books): string[] {
  return KINDS.flatMap((kind) =>
    Object.keys(after[kind])
      .filter((id) => !before[kind][id])
      .map((id) => `${kind} ${id}`),
  );
}

/** The books without customers that `before` does not have. */
export const withoutNewCustomers = (before: Books, { Customer, ...books }: Books): Books => ({
  ...books,
  Customer: Object.fromEntries(Object.entries(Customer).filter(([id]) => before.Customer[id])),
});

const cents = (amount: number) => parseDecimal(amount, "USD");

/**
 * The balances that QuickBooks' double entry makes of the entities, each by the rule of its kind.
 * @returns minor units, debits positive; `accounts` without those at zero, `income` credits positive, by item.
 */
export async function ledgerOfBooks() {
  const [books, accountRows, items] = await Promise.all([
    readBooks(),
    read<{ Id: string; Name: string }>("Account"),
    read<{ Id: string; Name: string; IncomeAccountRef?: Ref }>("Item"),
  ]);
  const accounts = new Map<string, number>();
  const income = new Map<string, number>();
  const nameOf = (id: string | undefined) => {
    const found = accountRows.find(({ Id }) => Id === id);
    if (!found) throw new Error(`Account ${id} does not exist`);
    return found.Name;
  };
  const add = (to: Map<string, number>, name: string, amount: number) =>
    to.set(name, (to.get(name) ?? 0) + amount);
  const heldIn = ({ DepositToAccountRef: ref }: Entity) =>
    ref ? nameOf(ref.value) : "Undeposited Funds";
  /** What is sold (`sign` 1) or given back (-1), at its item's account. */
  const sell = ({ Line = [] }: Entity, sign: 1 | -1) => {
    for (const { Amount, SalesItemLineDetail: detail } of Line) {
      if (!detail) continue;
      const item = items.find(({ Id }) => Id === detail.ItemRef.value);
      if (!item) throw new Error(`Item ${detail.ItemRef.value} does not exist`);
      add(accounts, nameOf(item.IncomeAccountRef?.value), -sign * cents(Amount));
      add(income, item.Name, sign * cents(Amount));
    }
  };
  const RECEIVABLE = "Accounts Receivable (A/R)";
  for (const invoice of Object.values(books.Invoice)) {
    add(accounts, RECEIVABLE, cents(invoice.TotalAmt));
    sell(invoice, 1);
  }
  for (const payment of Object.values(books.Payment)) {
    add(accounts, heldIn(payment), cents(payment.TotalAmt));
    add(accounts, RECEIVABLE, -cents(payment.TotalAmt));
  }
  for (const receipt of Object.values(books.SalesReceipt)) {
    add(accounts, heldIn(receipt), cents(receipt.TotalAmt));
    sell(receipt, 1);
  }
  for (const receipt of Object.values(books.RefundReceipt)) {
    add(accounts, heldIn(receipt), -cents(receipt.TotalAmt));
    sell(receipt, -1);
  }
  for (const deposit of Object.values(books.Deposit)) {
    add(accounts, heldIn(deposit), cents(deposit.TotalAmt));
    for (const { Amount, LinkedTxn: [link] = [], DepositLineDetail: detail } of deposit.Line ??
      []) {
      if (!link) {
        add(accounts, nameOf(detail?.AccountRef?.value), -cents(Amount));
        continue;
      }
      // QuickBooks sends these lines without cents. What they link is always deposited whole.
      const linked = books[link.TxnType as Kind][link.TxnId];
      if (!linked) throw new Error(`${link.TxnType} ${link.TxnId} is deposited and does not exist`);
      const sign = link.TxnType === "RefundReceipt" ? -1 : 1;
      add(accounts, "Undeposited Funds", -sign * cents(linked.TotalAmt));
    }
  }
  return {
    accounts: Object.fromEntries([...accounts].filter(([, amount]) => amount !== 0)),
    income: Object.fromEntries(income),
  };
}
