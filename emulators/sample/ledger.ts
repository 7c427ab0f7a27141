import { addDays, type CalendarDate } from "@/lib/dates";
import type { Random } from "../mint";
import { recordSale, type SaleFacts } from "../quickbooks/book";
import { createDeposit } from "../quickbooks/deposits";
import { type Entity, noonOf, type QuickBooksState } from "../quickbooks/state";
import type { Person } from "./names";
import type { Booked } from "./stage";

const written = new WeakMap<SaleFacts, Entity>();

/** Enters facts in date order, as a bookkeeper works. */
export function writeBooks(books: QuickBooksState, facts: readonly SaleFacts[]): void {
  const ordered = [...facts].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  for (const each of ordered) written.set(each, recordSale(books, each));
}

export function accountId(books: QuickBooksState, name: string): string {
  const account = Object.values(books.entities.Account).find(({ Name }) => Name === name);
  if (!account) throw new Error(`no account ${name}`);
  return account.Id;
}

/** Deposit lines that link the entries of these sales. */
export function bookedTxns(books: QuickBooksState, booked: readonly Booked[]) {
  return linesFor(
    books,
    booked.flatMap(({ facts }) => facts),
  );
}

function linesFor(books: QuickBooksState, facts: readonly SaleFacts[]) {
  return facts.flatMap((each) => {
    const entity = written.get(each);
    if (!entity || !books.entities[each.type][entity.Id]) return [];
    return [
      {
        Amount: Number(entity.TotalAmt),
        LinkedTxn: [{ TxnId: entity.Id, TxnType: each.type, TxnLineId: "0" }],
      },
    ];
  });
}

/**
 * Money that never went through Stripe: cash and checks in Undeposited Funds (some at the same prices as the
 * subscriptions), some paid straight into the bank, some deposited by another app.
 */
export function otherMoney(
  random: Random,
  strangers: readonly Person[],
  days: readonly CalendarDate[],
  books: QuickBooksState,
): { facts: SaleFacts[]; depositCash: () => void } {
  const amounts = [2900, 4900, 2900, 5500, 12_000, 4900, 7850, 31_500, 2900, 9900];
  const facts = strangers.slice(0, 20).map((person, index): SaleFacts => {
    const check = index % 2 === 0;
    return {
      type: check ? "Payment" : "SalesReceipt",
      date: addDays(random.pick(days), -random.between(0, 2)),
      amount: amounts[index % amounts.length] ?? 2900,
      currency: "USD",
      customer: person.inBooks,
      ...(check ? { refNum: String(1180 + index * 7) } : {}),
      note: check ? "Check" : "Cash",
      ...(index >= 17 ? { depositTo: accountId(books, "Checking") } : {}),
    };
  });
  const deposited = facts.slice(13, 17);
  return {
    facts,
    depositCash: () => {
      const [date = ""] = deposited
        .map((each) => each.date)
        .sort()
        .reverse();
      createDeposit(
        books,
        {
          DepositToAccountRef: { value: accountId(books, "Checking") },
          TxnDate: date,
          PrivateNote: "Branch deposit",
          Line: linesFor(books, deposited),
        },
        noonOf(date),
      );
    },
  };
}

/** The amounts of all sales and refunds, in minor units. */
export function amountsIn(books: QuickBooksState): Set<number> {
  const kinds = [books.entities.Payment, books.entities.SalesReceipt, books.entities.RefundReceipt];
  const amounts = kinds.flatMap((kind) =>
    Object.values(kind).map(({ TotalAmt }) => Math.round(Number(TotalAmt) * 100)),
  );
  return new Set(amounts);
}
