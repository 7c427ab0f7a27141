import { asTyped, drawPerson, mailbox, publicHost } from "../../names/contacts";
import { wayToRecord } from "../../rates";
import { addCharge, type ChargeRow, type Shown } from "../rows";
import { NOBODY, type Parts } from "./desk";

interface Sale {
  charge: ChargeRow;
  family: string;
  subject: string;
}

/** Minor units: what is sold at the counter. */
const PRICES = [2_500, 4_500, 4_500, 6_500, 8_500, 12_000] as const;
const SUBJECTS = ["Counter sale", "Small repair", "Parts", "Battery", "Key copy"] as const;
const FIRST_STRANGER = 100_000;

/** People who pay by card at the counter; the books hardly know them. */
export class Counter {
  private strangers = FIRST_STRANGER;

  constructor(private readonly parts: Parts) {}

  work(day: number, count: number): void {
    const { random, rates, desk } = this.parts;
    const sales = Array.from({ length: count }, () => this.sale(day));
    for (let i = 0; i < count; i++) {
      if (!random.chance(rates.extraPayments)) continue;
      const subject = random.pick(SUBJECTS);
      desk.receiveElsewhere(null, { day, amount: this.price(), subject });
    }
    if (sales.length > 1 && random.chance(desk.on(day).collectsWalkIns)) {
      this.recordTogether(sales, day);
    } else for (const sale of sales) this.record(sale, day);
  }

  private sale(day: number): Sale {
    const { random, rates, books } = this.parts;
    const person = drawPerson(random);
    const subject = random.pick(SUBJECTS);
    const charge = addCharge(books, random, rates, {
      day,
      currency: "USD",
      amount: this.price(),
      shown: this.shown(person),
      description: random.chance(0.7) ? random.pick([subject, "Card present"]) : undefined,
    });
    return { charge, family: person.family, subject };
  }

  /** Rows without a name count as one customer: any of them can stand for another. */
  private shown(person: ReturnType<typeof drawPerson>): Shown {
    const { random, rates } = this.parts;
    const named = random.chance(rates.walkInNameOnLine);
    const mailed = random.chance(rates.walkInEmail);
    if (!named && !mailed) return { customer: NOBODY, anonymous: true };
    return {
      customer: this.strangers++,
      name: named ? asTyped(person, random) : undefined,
      email: mailed ? `${mailbox(person, random)}@${publicHost(random)}` : undefined,
    };
  }

  private record({ charge, family, subject }: Sale, day: number): void {
    const { random, rates, desk, books } = this.parts;
    if (random.chance(rates.paymentMissing)) return;
    const { kind, amount } = wayToRecord(charge, { ...rates, ...desk.on(day) }, random);
    const { customer } = charge.request.shown;
    const known = customer !== NOBODY && random.chance(desk.on(day).walkInNamed);
    const person = known ? { index: customer, family } : undefined;
    books.group(kind, [charge], [desk.sell({ day, amount, subject }, person)]);
  }

  private recordTogether(sales: readonly Sale[], day: number): void {
    const { random, rates, desk, books } = this.parts;
    if (random.chance(rates.paymentMissing)) return;
    const charges = sales.map(({ charge }) => charge);
    const amount = charges.reduce((sum, { gross }) => sum + gross, 0);
    books.group("daily_sum", charges, [desk.sell({ day, amount, subject: "Counter sales" })]);
  }

  private price(): number {
    const { random } = this.parts;
    const price = random.pickSkewed(PRICES);
    return random.chance(0.55) ? price : price + random.between(1, 60) * 25;
  }
}
