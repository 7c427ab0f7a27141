import { dateOf, FIRST_DAY, isWeekend } from "../../calendar";
import type { Random } from "../../random";
import type { WriteShape } from "../context";
import { drawClients } from "./clients";
import { Counter } from "./counter";
import { Desk } from "./desk";
import { Invoices } from "./invoices";
import { Plans } from "./plans";
import { MIXED_RATES, type MixedRates } from "./rates";

const DAYS_OF_A_MONTH = 30.44;
const WORKDAYS_SHARE = 5 / 7;

/** A small firm with invoices, monthly plans and a counter in one ledger. */
export const writeMixed: WriteShape = ({ books, random, lines }) => {
  const rates = MIXED_RATES;
  const setup = random.fork("setup");
  const perDay = setup.between(rates.fewestPerDay, rates.mostPerDay);
  const profiles = setup.chance(rates.companiesWithProfiles);
  const clients = drawClients(random.fork("clients"), rates, clientCount(perDay, rates));
  const desk = new Desk(books, random.fork("desk"), rates, profiles);
  const parts = { books, rates, desk, profiles };
  const plans = new Plans({ ...parts, random: random.fork("plans") });
  const invoices = new Invoices({ ...parts, random: random.fork("invoices") });
  const counter = new Counter({ ...parts, random: random.fork("counter") });
  for (let day = FIRST_DAY; books.lineCount < lines; day++) {
    const date = Number(dateOf(day).slice("YYYY-MM-".length));
    for (const client of clients) if (client.planDay === date) plans.charge(client, day);
    if (isWeekend(day)) continue;
    const workday = perDay / WORKDAYS_SHARE;
    for (let i = countOf(workday * rates.invoices, random); i > 0; i--) {
      invoices.pay(random.pickSkewed(clients), day);
    }
    counter.work(day, countOf(workday * rates.walkIns, random));
  }
};

/** As many clients as give the wanted share of plan charges. */
function clientCount(perDay: number, { plans, clientsWithPlan, plansEach }: MixedRates): number {
  const weights = plansEach.reduce((sum, [, weight]) => sum + weight, 0);
  const each = plansEach.reduce((sum, [count, weight]) => sum + count * weight, 0) / weights;
  return Math.round((perDay * DAYS_OF_A_MONTH * plans) / (clientsWithPlan * each));
}

function countOf(mean: number, random: Random): number {
  return Math.max(0, Math.round(mean + Math.sqrt(mean) * random.normal()));
}
