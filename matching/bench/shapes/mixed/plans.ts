import type { LineRef } from "../../books";
import { wayToRecord } from "../../recording";
import { monthName, yearOf } from "../periods";
import { addCharge, type ChargeRow } from "../rows";
import type { Client } from "./clients";
import { type Parts, payerOf } from "./parts";

/** Monthly service plans: equal charges, several of a client on one day. */
export class Plans {
  constructor(private readonly parts: Parts) {}

  charge(client: Client, day: number): void {
    const { random, rates, desk } = this.parts;
    if (client.plans === 0 || random.chance(rates.planSkipped)) return;
    const due = client.plans * (random.chance(rates.planArrears) ? 2 : 1);
    if (random.chance(rates.extraPayments)) {
      const amount = client.plans * client.price;
      desk.receiveElsewhere(client, { day, amount, subject: subjectOf(day) });
    }
    const shown = payerOf(client, this.parts);
    const charges = Array.from({ length: due }, () => {
      return addCharge(this.parts.books, random, rates, {
        day,
        currency: "USD",
        amount: client.price,
        shown,
        description: random.chance(0.7) ? subjectOf(day) : "Subscription update",
      });
    });
    const collects = charges.length > 1 && random.chance(desk.on(day).collectsPlans);
    if (collects) this.recordTogether(client, day, charges);
    else for (const charge of charges) this.record(client, day, charge);
  }

  private record(client: Client, day: number, charge: ChargeRow): void {
    const { random, rates, desk, books } = this.parts;
    if (random.chance(rates.paymentMissing)) return;
    const noise = { ...rates, ...desk.on(day) };
    const { kind, amount } = wayToRecord(charge, noise, random);
    const payment = desk.receive(client, { day, amount, subject: subjectOf(day) });
    books.group(kind, [charge], [payment]);
  }

  private recordTogether(client: Client, day: number, charges: LineRef[]): void {
    const { random, rates, desk, books } = this.parts;
    if (random.chance(rates.paymentMissing)) return;
    const amount = charges.reduce((sum, { gross }) => sum + gross, 0);
    const subject = `${subjectOf(day)} x${charges.length}`;
    books.group("customer_sum", charges, [desk.receive(client, { day, amount, subject })]);
  }
}

function subjectOf(day: number): string {
  return `Service plan ${monthName(day)} ${yearOf(day)}`;
}
