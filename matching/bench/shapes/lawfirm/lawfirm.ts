import type { WriteShape } from "../../books";
import { businessDayFrom, FIRST_DAY, isWeekend, weekday } from "../../calendar";
import { UniqueNames } from "../../names/contacts";
import type { Random } from "../../random";
import { type Client, drawClient, LAW_FIRM_RATES, type Matter, openMatter } from "./clients";
import { Receipts } from "./receipts";

const HOURLY = [22_500, 27_500, 35_000, 42_500] as const;
const CONSULTATIONS = [15_000, 15_000, 25_000] as const;
const WEEK = 7;
const MONTH = 30;

/** What a matter still owes, and when it pays next. */
interface Running {
  matter: Matter;
  nextBill: number;
  /** Minor units. */
  owed: number;
  /** Bills still to come. */
  bills: number;
}

/**
 * A law firm: trust deposits of round amounts, bills paid in full, in parts and on plans, two
 * matters of one client, and a customer for each matter in the books.
 */
export const writeLawFirm: WriteShape = ({ books, random, lines }) => {
  const rates = LAW_FIRM_RATES;
  const setup = random.fork("setup");
  const surnameFirst = setup.chance(rates.companiesSurnameFirst);
  const perWeek = setup.between(rates.fewestOpened, rates.mostOpened);
  const receipts = new Receipts(books, random.fork("receipts"), setup);
  const taken = new UniqueNames();
  const clients: Client[] = [];
  let running: Running[] = [];
  let index = 0;
  for (let day = FIRST_DAY; books.lineCount < lines; day++) {
    if (isWeekend(day)) continue;
    for (let opened = openedOn(random, perWeek); opened > 0; opened--) {
      const returning = clients.length > 0 && random.chance(rates.secondMatter);
      const client = returning
        ? random.pick(clients)
        : drawClient(random, taken, { rates, surnameFirst, count: clients.length });
      if (!returning) {
        clients.push(client);
        if (random.chance(0.5)) receipts.consult(client, day, random.pick(CONSULTATIONS), index);
      }
      const matter = openMatter(client, random, { rates, index: index++ });
      receipts.deposit(matter, businessDayFrom(day + random.between(0, 5)), matter.retainer);
      const nextBill = day + random.between(12, MONTH);
      running.push({ matter, nextBill, owed: 0, bills: random.between(1, 8) });
    }
    for (const each of running) if (each.nextBill <= day) bill(each, day, receipts, random);
    running = running.filter(({ bills, owed }) => bills > 0 || owed > 0);
  }
};

function openedOn(random: Random, perWeek: number): number {
  const mean = perWeek / (WEEK - 2);
  return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.normal()));
}

/** A bill, and what is paid of it: all, a round part, an instalment, or with the trust's top-up. */
function bill(each: Running, day: number, receipts: Receipts, random: Random): void {
  const { matter } = each;
  if (each.bills > 0) {
    const tenths = random.between(8, 95);
    each.owed += Math.round((tenths * random.pick(HOURLY)) / 10);
    each.bills--;
  }
  each.nextBill = matter.plan === null ? day + random.between(24, 38) : sameDateNextMonth(day);
  const due = matter.plan ?? each.owed;
  const part = random.chance(0.3) ? Math.floor(due / 2 / 10_000) * 10_000 : due;
  const amount = Math.min(each.owed, matter.plan ?? (part || due));
  if (amount <= 0) return;
  each.owed -= amount;
  const paidOn = matter.plan === null ? businessDayFrom(day + random.between(0, 6)) : day;
  if (matter.plan === null && random.chance(0.12)) receipts.payBoth(matter, paidOn, amount);
  else receipts.pay(matter, paidOn, amount);
  if (random.chance(0.08)) receipts.deposit(matter, paidOn, matter.retainer);
  if (each.bills === 0 && each.owed <= 0 && random.chance(0.1)) receipts.giveBack(matter, paidOn);
}

function sameDateNextMonth(day: number): number {
  const next = day + MONTH;
  return isWeekend(next) ? next + WEEK - weekday(next) : next;
}
