import type Stripe from "stripe";
import { addDays, type CalendarDate, daysBetween } from "@/lib/dates";
import { newAuthorizeNetState } from "../authorizenet/state";
import { type Mint, Random } from "../mint";
import { newPayPalState } from "../paypal/state";
import { foundCompany } from "../quickbooks/company";
import { newQuickBooksState, type QuickBooksState } from "../quickbooks/state";
import { newStripeState } from "../stripe/account";
import { StripeBook, unixDay } from "../stripe/book";
import type { StripeState } from "../stripe/state";
import { mixBatches, writeAuthorizeNet } from "./authorizenet";
import { bookedAs } from "./books";
import { addBusinessDays } from "./calendar";
import { otherMoney, writeBooks } from "./ledger";
import { makePeople, type Person } from "./names";
import { AMERICAN, type CompanyOrigin } from "./origins";
import type { SamplePlan } from "./plans";
import { makeSales, type Sale, unusedAmount } from "./sales";
import { type Booked, chargeFor, type Stage } from "./stage";
import { addUntidyHistory } from "./untidy-history";

const COMPANY_NAME = "Sample Company";
/** Totals of the invoices that are paid out manually, in minor units. */
const WORKSHOPS = [187_613, 96_827, 143_051];

/** All emulators of a company that has just opened its accounts. */
export function emptyCompany(mint: Mint, today: CalendarDate, origin: CompanyOrigin = AMERICAN) {
  const founded = addDays(today, -400);
  const stripe = newStripeState(mint, COMPANY_NAME, unixDay(founded));
  const quickbooks = newQuickBooksState(mint, today, origin.currency);
  foundCompany(quickbooks, COMPANY_NAME, founded, origin);
  const authorizenet = newAuthorizeNetState();
  const paypal = newPayPalState(mint.seed, origin.currency);
  return { stripe, quickbooks, authorizenet, paypal, notes: {} as Record<string, string> };
}

/**
 * A company with weeks of history: daily payouts (the last in transit), one in euros and two manual, against
 * books kept by people, and six Authorize.Net batches. The same seed, day and plan give the same company.
 */
export function sampleCompany(mint: Mint, today: CalendarDate, plan: SamplePlan) {
  const company = emptyCompany(mint, today);
  const notes = new SampleWriter(company, mint, { plan, today }).write();
  const batches = writeAuthorizeNet(company.authorizenet, company.quickbooks, {
    seed: mint.seed,
    today,
  });
  return { ...company, notes: { ...notes, ...batches } };
}

/**
 * A company whose payouts were deposited by hand, few of them tidily, and whose Authorize.Net batches have American
 * Express among their cards.
 */
export function untidyCompany(mint: Mint, today: CalendarDate) {
  const company = emptyCompany(mint, today);
  const notes = addUntidyHistory(company, today, mint);
  const { authorizenet, quickbooks } = company;
  const batches = writeAuthorizeNet(authorizenet, quickbooks, { seed: mint.seed, today });
  mixBatches(authorizenet);
  return { ...company, notes: { ...notes, ...batches } };
}

class SampleWriter {
  readonly #random: Random;
  readonly #stripe: StripeBook;
  readonly #quickbooks: QuickBooksState;
  readonly #plan: SamplePlan;
  readonly #today: CalendarDate;
  readonly #customers = new Map<string, string>();
  readonly #earlier: Booked[] = [];
  readonly #stages: Stage[] = [];
  readonly #notes: Record<string, string> = {};

  constructor(
    { stripe, quickbooks }: { stripe: StripeState; quickbooks: QuickBooksState },
    mint: Mint,
    { plan, today }: { plan: SamplePlan; today: CalendarDate },
  ) {
    this.#random = new Random(mint.seed);
    this.#stripe = new StripeBook(stripe, mint);
    this.#quickbooks = quickbooks;
    this.#plan = plan;
    this.#today = today;
  }

  /** @returns what is special about a payout, by payout id. */
  write(): Record<string, string> {
    const people = makePeople(this.#random);
    const strangers = people.persons.splice(-24);
    const last = addBusinessDays(this.#today, -1);
    const { payouts, episodes, manualAt, instantAt, euroAt } = this.#plan;
    const days = Array.from({ length: payouts }, (_, index) =>
      addBusinessDays(last, index - payouts + 1),
    );
    const sales = makeSales(this.#random, days, people);
    for (const [index, day] of days.entries()) {
      let due = sales.filter(({ availableOn }) => availableOn === day);
      if (index === manualAt) {
        this.#payOut(day, due.splice(0, 4), strangers, {
          automatic: false,
          about: "a manual payout: Stripe does not list its charges",
        });
      }
      if (index === euroAt) {
        this.#payOut(day, this.#euroSales(day, people.firms), strangers, {
          automatic: true,
          about: "paid out in euros",
        });
      }
      if (instantAt.includes(index)) {
        const sale = this.#workshop(day, people.firms, instantAt.indexOf(index));
        this.#payOut(day, [sale], strangers, {
          automatic: false,
          about: "one invoice paid out by hand: what is missing from it must be Stripe's fee",
        });
      }
      due = episodes[index]?.sold?.(due) ?? due;
      const status = daysBetween(last, day) === 0 ? "in_transit" : "paid";
      this.#payOut(day, due, strangers, { automatic: true, status, index });
    }
    this.#writeBooks(strangers, days);
    return this.#notes;
  }

  #payOut(
    day: CalendarDate,
    sales: readonly Sale[],
    strangers: Person[],
    how: { automatic: boolean; status?: string; index?: number; about?: string },
  ): void {
    const booked = sales.map((sale): Booked => {
      const entry = chargeFor(sale, this.#stripe, this.#customers);
      return {
        sale,
        entry,
        facts: [
          bookedAs(this.#random, sale, { chargeId: String(entry.source), today: this.#today }),
        ],
      };
    });
    const stage: Stage = {
      day,
      stripe: this.#stripe,
      quickbooks: this.#quickbooks,
      booked,
      earlier: this.#earlier,
      others: [],
      extraFacts: [],
      strangers,
    };
    const episode = how.index === undefined ? undefined : this.#plan.episodes[how.index];
    episode?.happens?.(stage);
    const entries: Stripe.BalanceTransaction[] = [
      ...booked.map(({ entry }) => entry),
      ...stage.others,
    ];
    stage.payout = this.#stripe.payout(entries, {
      created: unixDay(day) + 600,
      arrival: unixDay(addBusinessDays(day, 1)),
      status: how.status ?? "paid",
      automatic: how.automatic,
    });
    const about = episode?.about ?? how.about;
    if (about) this.#notes[stage.payout.id] = about;
    if (episode?.afterwards) stage.afterwards = () => episode.afterwards?.(stage);
    this.#earlier.push(...booked);
    this.#stages.push(stage);
  }

  #euroSales(day: CalendarDate, firms: readonly Person[]): Sale[] {
    const used = new Set<number>();
    return firms.slice(-5).map((person, index) => ({
      kind: "invoice",
      day: addBusinessDays(day, -2),
      second: 36_000 + index * 900,
      availableOn: day,
      amount: unusedAmount(this.#random, used, 12_000, 95_000),
      currency: "EUR",
      person: { ...person, name: `${person.name} (EU)`, inBooks: `${person.inBooks} (EU)` },
      reference: `INV-E${301 + index}`,
      guest: false,
    }));
  }

  /** A unique sum, so that it can be matched to the payout even without an itemized list. */
  #workshop(day: CalendarDate, firms: readonly Person[], index: number): Sale {
    const [person, amount] = [firms[index], WORKSHOPS[index]];
    if (!person || !amount) throw new Error("the sample has too few firms or prices");
    return {
      kind: "invoice",
      day: addBusinessDays(day, -2),
      second: 41_000,
      availableOn: day,
      amount,
      currency: "USD",
      person,
      reference: `INV-${9001 + index}`,
      guest: false,
    };
  }

  #writeBooks(strangers: readonly Person[], days: readonly CalendarDate[]): void {
    const cash = otherMoney(this.#random, strangers, days, this.#quickbooks);
    const facts = this.#stages.flatMap(({ booked, extraFacts }) => [
      ...booked.flatMap((each) => each.facts),
      ...extraFacts,
    ]);
    writeBooks(this.#quickbooks, [...facts, ...cash.facts]);
    cash.depositCash();
    for (const stage of this.#stages) stage.afterwards?.();
  }
}
