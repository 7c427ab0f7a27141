import { addDays, type CalendarDate } from "@/lib/dates";
import { foundBooks } from "../../xero/found";
import { type Books, mintUuid, newXeroState, type XeroState } from "../../xero/state";

/** Accounts of the chart that this business names otherwise. */
const NAMES: Record<string, string> = {
  "Business Account": "Kōwhai Bank Business",
  "PayPal Clearing": "PayPal",
  "Merchant Fees": "PayPal Fees",
  Refunds: "Refunds & Allowances",
  "Processor Reserves": "PayPal Reserve",
  "General Expenses": "Freight & Courier",
};
/** It uses none of these. */
const UNUSED = ["Stripe Clearing", "Card Clearing", "PayPal AUD", "PayPal GBP"];
/** Its account in US dollars. */
export const DOLLARS = "Kōwhai Bank US Dollars";
const CHANNELS = ["Online", "Wholesale"];

/**
 * Xero with a maker of homeware in Wellington, whose year ends in March and whose books are locked to the last day of a month
 * before `open`, and the other organisation of its owner. Both without documents.
 */
export function foundOrganisation(seed: number, today: CalendarDate): XeroState {
  const state = newXeroState(seed, today);
  const found = (name: string) => foundBooks(state, { name, country: "NZ", today });
  state.books[state.tenantId] = adapted(state, found("Harakeke Homeware Limited"));
  state.books[mintUuid(state)] = found("Harakeke Bach Rentals");
  return state;
}

function adapted(state: XeroState, books: Books): Books {
  for (const account of Object.values(books.accounts)) {
    account.name = NAMES[account.name] ?? account.name;
    if (UNUSED.includes(account.name)) delete books.accounts[account.id];
  }
  const coded = (code: string) => {
    const account = Object.values(books.accounts).find((each) => each.code === code);
    if (!account) throw new Error(`the chart has no account ${code}`);
    return account;
  };
  const dollars = {
    ...coded("090"),
    id: mintUuid(state),
    code: "091",
    name: DOLLARS,
    currency: "USD",
  };
  const transit = { ...coded("130"), id: mintUuid(state), code: "140", name: "Money in Transit" };
  return {
    ...books,
    accounts: { ...books.accounts, [dollars.id]: dollars, [transit.id]: transit },
    currencies: ["NZD", "USD"],
    tracking: [
      {
        id: mintUuid(state),
        name: "Channel",
        options: CHANNELS.map((name) => ({ id: mintUuid(state), name })),
      },
    ],
  };
}

/** Locks the books: all to the end of March before they begin, and all but advisers to the end of the month before `open`. */
export function lock(books: Books, { first, open }: { first: CalendarDate; open: CalendarDate }) {
  const year = Number(first.slice(0, 4)) - (first.slice(5) < "03-31" ? 1 : 0);
  books.endOfYearLockDate = `${year}-03-31`;
  books.periodLockDate = addDays(`${open.slice(0, 7)}-01`, -1);
}
