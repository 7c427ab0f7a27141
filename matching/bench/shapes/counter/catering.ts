import type { CustomerProfile } from "@/matching/engine/contract";
import { type Books, processorId } from "../../books";
import { businessDayFrom, isWeekend } from "../../calendar";
import { asTyped, UniqueNames, written } from "../../names/contacts";
import {
  type Contact,
  drawContacts,
  drawFirm,
  type FirmName,
  firmInBooks,
  fullFirm,
} from "../../names/firms";
import type { Random } from "../../random";
import { wayToRecord } from "../../rates";
import { addCharge, addReceipt } from "../rows";
import type { CounterRates } from "./till";

interface Client {
  index: number;
  firm: FirmName;
  inBooks: string;
  contacts: (Contact & { profile: CustomerProfile })[];
  profile: CustomerProfile;
}

const CLIENTS = 24;
/** Workdays of a week, on which offices order. */
const WORKDAYS = 5;
const OCCASIONS = ["Catering", "Office lunch", "Breakfast platter", "Coffee bar", "Event"] as const;

/** Invoices with a name between the sales of the counter. */
export class Catering {
  private readonly clients: Client[];
  private number = 2_041;

  constructor(
    private readonly books: Books,
    private readonly random: Random,
    private readonly rates: CounterRates,
    private readonly profiles: boolean,
  ) {
    const taken = new UniqueNames();
    this.clients = Array.from({ length: CLIENTS }, (_, index) => {
      const firm = drawFirm(random);
      const contacts = drawContacts(firm, random).map((contact) => {
        return { ...contact, profile: atProcessor(contact, random) };
      });
      const inBooks = taken.take(firmInBooks(firm, random), index + 1);
      const [first] = contacts;
      const profile = {
        id: String(index + 1),
        names: [inBooks, fullFirm(firm)],
        ...(first ? { emails: [first.email] } : {}),
      };
      return { index, firm, inBooks, contacts, profile };
    });
  }

  work(day: number): void {
    const { random, rates } = this;
    if (isWeekend(day) || !random.chance(rates.cateringPerWeek / WORKDAYS)) return;
    const client = random.pickSkewed(this.clients);
    const amount = random.between(40, 900) * random.pick([100, 125, 195]);
    this.invoice(client, day, amount);
  }

  /** @param amount minor units */
  private invoice(client: Client, day: number, amount: number): void {
    const { random, rates, books } = this;
    const number = String(this.number++);
    const occasion = random.pick(OCCASIONS);
    if (random.chance(rates.cateringByTransfer)) {
      this.receive(client, businessDayFrom(day + random.between(5, 25)), amount, {
        number,
        note: random.pick(["ACH", "Bank transfer", occasion]),
      });
      return;
    }
    const { name, email, profile } = random.pick(client.contacts);
    const numbered = random.chance(rates.invoiceOnLine);
    const charge = addCharge(books, random, rates, {
      day,
      currency: "USD",
      amount,
      shown: {
        customer: client.index,
        name: random.chance(0.25) ? fullFirm(client.firm) : asTyped(name, random),
        email: random.chance(rates.lineEmail) ? email : undefined,
        profile: this.profiles ? profile : undefined,
      },
      description: numbered ? `Invoice ${number} ${occasion}` : occasion,
      numbers: numbered ? [number] : [],
    });
    if (random.chance(rates.cateringMissing)) return;
    const { kind, amount: stated } = wayToRecord(charge, rates, random);
    const bookedOn = businessDayFrom(day + random.pick([0, 0, 0, 1, 1, 2, 3, -2, -5]));
    const payment = this.receive(client, bookedOn, stated, { number, note: occasion });
    books.group(kind, [charge], [payment]);
  }

  private receive(
    client: Client,
    day: number,
    amount: number,
    { number, note }: { number: string; note: string },
  ) {
    const { random, rates } = this;
    const numbered = random.chance(rates.invoiceInBooks);
    return addReceipt(this.books, {
      day,
      currency: "USD",
      amount,
      shown: {
        customer: client.index,
        name: client.inBooks,
        profile: this.profiles ? client.profile : undefined,
      },
      reference: numbered ? random.pick([number, `INV${number}`]) : undefined,
      note: random.chance(0.5) ? note : undefined,
      numbers: numbered ? [number] : [],
    });
  }
}

function atProcessor({ name, email }: Contact, random: Random): CustomerProfile {
  const id = processorId("cus_", random).slice(0, 18);
  return { id, names: [written(name)], emails: [email] };
}
