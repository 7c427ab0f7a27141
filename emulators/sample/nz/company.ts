import { addDays, type CalendarDate } from "@/lib/dates";
import { type Mint, Random } from "../../mint";
import { newPayPalState } from "../../paypal/state";
import { mainBooks } from "../../xero/state";
import { emptyCompany } from "../company";
import { fillAccount } from "./account";
import { Bookkeeper } from "./bookkeeper";
import { type Due, salesDue } from "./books";
import { historyDue } from "./history";
import { foundOrganisation, lock } from "./organisation";
import { makeBuyers } from "./people";
import { BY_HAND, drawSales, WEEKS } from "./sales";

const FREIGHT = { contact: "Pūkeko Parcels", account: "Freight & Courier", description: "Labels" };

/**
 * A maker of homeware in New Zealand that keeps its books in Xero and sells through PayPal, in New Zealand, US and Australian
 * dollars. Half a year, swept to the bank each week; the transfers of the first eighteen weeks were entered by hand.
 */
export function newZealandCompany(mint: Mint, today: CalendarDate) {
  const { seed } = mint;
  const random = new Random(seed + 49_979_687);
  const first = addDays(today, -WEEKS * 7);
  const paypal = { ...newPayPalState(seed, "NZD"), timeZone: "Pacific/Auckland" };
  const xero = foundOrganisation(seed, today);
  const buyers = makeBuyers(random);
  const sales = drawSales(random, { account: paypal, buyers, first });
  const { withdrawals, notes } = fillAccount(paypal, sales, first);
  const keeper = new Bookkeeper(xero);
  const history = historyDue(paypal, withdrawals, keeper);
  const open = addDays(first, BY_HAND * 7);
  const due: Due[] = [
    ...salesDue(sales, { first, random, keeper }),
    ...history.due,
    ...paypal.rows
      .filter(({ code, amount }) => code === "T0003" && amount < 0)
      .map(({ at, amount }) => ({ date: new Date(at * 1000).toISOString().slice(0, 10), amount }))
      .filter(({ date }) => date < open)
      .map(({ date, amount }) => ({
        date,
        enter: () => keeper.spend({ ...FREIGHT, date, amount: -amount, currency: "NZD" }),
      })),
  ];
  due.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  for (const { enter } of due) enter();
  lock(mainBooks(xero), { first, open });
  return { ...emptyCompany(mint, today), paypal, xero, notes: { ...notes, ...history.notes } };
}
