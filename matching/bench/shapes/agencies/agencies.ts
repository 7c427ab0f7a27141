import type { Books, WriteShape } from "../../books";
import { businessDayFrom, FIRST_DAY, isWeekend, period, spanOf } from "../../calendar";
import type { Random } from "../../random";
import { wayToRecord } from "../../rates";
import { type Account, Accounts, AGENCY_RATES, type AgencyRates, type Client } from "./accounts";
import { type Invoice, InvoiceLedger } from "./ledger";

const MONTH = 30.44;
const WORK = [
  "Retainer",
  "Retainer",
  "Design retainer",
  "Support plan",
  "Hosting and care",
] as const;
const PROJECTS = [
  "Website",
  "Brand work",
  "Campaign",
  "Consulting",
  "Photography",
  "Audit",
] as const;

export const writeAgencies: WriteShape = ({ books, random, lines }) => {
  const { days, perDay } = spanOf(lines, AGENCY_RATES.perDay);
  const studio = new Studio(books, random, AGENCY_RATES, days);
  studio.planRetainers(perDay);
  studio.planProjects(perDay);
  studio.work();
};

/** Work that will be invoiced. */
interface Plan {
  account: Account;
  client: Client;
  day: number;
  /** Minor units. */
  amount: number;
  subject: string;
  retainer: boolean;
}

class Studio {
  private invoiceNumber = 211;
  private readonly accounts: Account[] = [];
  private readonly plans: Plan[] = [];
  private readonly makeAccount: () => Account;
  private readonly ledger: InvoiceLedger;
  private readonly lastDay: number;

  constructor(
    private readonly books: Books,
    private readonly random: Random,
    private readonly rates: AgencyRates,
    private readonly days: number,
  ) {
    const accounts = new Accounts(random.fork("accounts"));
    this.makeAccount = () => accounts.make();
    this.lastDay = FIRST_DAY + days - 1;
    this.ledger = new InvoiceLedger(books, random.fork("ledger"), rates, this.lastDay);
  }

  planRetainers(perDay: number): void {
    const { random, rates } = this;
    let open = perDay * MONTH * rates.retainers;
    while (open > 0) {
      const account = this.makeAccount();
      this.accounts.push(account);
      for (const client of account.clients) {
        if (client.retainer === null) continue;
        this.planRetainer(account, client, client.retainer);
        open -= 1 - rates.retainerSkipped - rates.unprocessed;
      }
    }
    random.shuffle(this.accounts);
  }

  planProjects(perDay: number): void {
    const { random, rates } = this;
    const extra = rates.halves * 0.9 + rates.refunded + rates.chargesTogether * 1.3;
    const linesPerProject = (1 - rates.unprocessed) * (1 + extra);
    const count = Math.round((this.days * perDay * (1 - rates.retainers)) / linesPerProject);
    for (let i = 0; i < count; i++) {
      const account = random.pickSkewed(this.accounts);
      const client = random.pick(account.clients);
      const day = this.workday();
      const [amount, subject] = [projectAmount(random), this.projectSubject(day)];
      this.plans.push({ account, client, day, amount, subject, retainer: false });
    }
  }

  /** Invoices what was planned, numbered by date. */
  work(): void {
    const { random, rates, ledger } = this;
    for (const { retainer, ...plan } of this.plans.sort((a, b) => a.day - b.day)) {
      const invoice = { ...plan, number: this.invoiceNumber++ };
      if (random.chance(rates.unprocessed)) ledger.payElsewhere(invoice);
      else if (retainer) this.pay(invoice);
      else if (random.chance(rates.halves)) this.payHalves(invoice);
      else if (random.chance(rates.severalInvoices)) this.paySeveral(invoice);
      else if (random.chance(rates.chargesTogether)) this.recordTogether(invoice);
      else this.pay(invoice);
    }
  }

  private planRetainer(account: Account, client: Client, first: number): void {
    const { random, rates, days } = this;
    let amount = first;
    for (let at = client.retainerDay; at < days; at += MONTH) {
      if (random.chance(rates.retainerSkipped)) continue;
      if (random.chance(rates.retainerRaised)) amount += 5_000;
      const day = Math.min(this.lastDay, FIRST_DAY + Math.floor(at) + random.between(0, 1));
      const subject = `${random.pick(WORK)} ${period(day, random)}`;
      this.plans.push({ account, client, day, amount, subject, retainer: true });
    }
  }

  private pay(invoice: Invoice): void {
    const { random, rates, books } = this;
    const charge = this.ledger.charge(invoice, invoice.amount);
    const instalments = random.chance(rates.instalments);
    if (random.chance(rates.paymentMissing)) return;
    if (instalments) {
      const first = Math.round((invoice.amount * random.pick([0.25, 0.3, 0.5])) / 100) * 100;
      const parts = [first, invoice.amount - first];
      const payments = parts.map((part) => this.ledger.receive(invoice, charge, part));
      books.group("instalments", [charge], payments);
    } else {
      const { kind, amount } = wayToRecord(charge, rates, random);
      books.group(kind, [charge], [this.ledger.receive(invoice, charge, amount)]);
    }
    if (random.chance(rates.refunded)) this.ledger.refund(invoice, charge);
    if (random.chance(rates.doubled)) this.ledger.chargeTwice(invoice);
  }

  /** Two charges weeks apart for one invoice, each with its own payment. */
  private payHalves(invoice: Invoice): void {
    const half = Math.round(invoice.amount / 2);
    this.pay({ ...invoice, amount: half });
    const day = businessDayFrom(invoice.day + this.random.between(14, 40));
    if (day <= this.lastDay) this.pay({ ...invoice, amount: invoice.amount - half, day });
  }

  /** One charge, two invoices, two payments in the books. */
  private paySeveral(first: Invoice): void {
    const second = this.sibling(first);
    const charge = this.ledger.charge(first, first.amount + second.amount, second);
    const payments = [first, second].map((each) => this.ledger.receive(each, charge, each.amount));
    this.books.group("several_invoices", [charge], payments);
  }

  /** Two charges of a day that the books hold as one payment. */
  private recordTogether(first: Invoice): void {
    const second = this.sibling(first);
    const charges = [first, second].map((each) => this.ledger.charge(each, each.amount));
    const total = first.amount + second.amount;
    const payment = this.ledger.receive({ ...first, amount: total }, charges[0], total);
    this.books.group("customer_sum", charges, [payment]);
  }

  private sibling({ account, client, day }: Invoice): Invoice {
    const [amount, subject] = [projectAmount(this.random), this.projectSubject(day)];
    return { account, client, day, amount, subject, number: this.invoiceNumber++ };
  }

  private projectSubject(day: number): string {
    const { random } = this;
    const work = random.pick(PROJECTS);
    return random.chance(0.3) ? `${work} ${period(day, random)}` : work;
  }

  private workday(): number {
    const day = FIRST_DAY + this.random.between(0, this.days - 1);
    const moved = isWeekend(day) && this.random.chance(0.8) ? businessDayFrom(day) : day;
    return Math.min(this.lastDay, moved);
  }
}

/** Minor units: hours at a rate, a round fee, or hours with expenses. */
function projectAmount(random: Random): number {
  const hours = Math.max(2, Math.round(Math.exp(2.4 + 0.8 * random.normal()) * 2)) / 2;
  const byHours = Math.round(hours * random.pick([8_500, 9_500, 11_000, 12_500, 14_500]));
  return random.weighted<() => number>([
    [() => byHours, 34],
    [() => random.pick([50_000, 75_000, 100_000, 150_000, 200_000, 250_000, 500_000]), 18],
    [() => byHours + random.between(500, 48_000), 34],
    [() => Math.round(byHours * random.pick([1.2, 1.0825, 1.07])), 14],
  ])();
}
