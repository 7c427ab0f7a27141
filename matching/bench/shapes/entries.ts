import { type Customer, company, PEOPLE_RATES, People } from "../names/people";
import { makeVendors, type Vendor } from "../names/vendors";
import type { Random } from "../random";

/** A row of the books that a bank line may belong to. */
export interface Entry {
  name: string;
  /** Number of the vendor or customer, unique among both. */
  index: number;
  /** Signed, cents. */
  amount: number;
  type: string;
  reference?: string;
}

/** Makes rows of a ledger with money in and out; the first vendors and customers come up most. */
export class EntryMaker {
  private checkNumber = 2001;
  private readonly vendors: Vendor[];
  private readonly customers: Customer[];

  constructor(
    private readonly random: Random,
    count: number,
  ) {
    this.vendors = makeVendors(random.fork("vendors"), count, () => company(random));
    const people = new People(random.fork("people"), { ...PEOPLE_RATES, company: 0.6 });
    this.customers = Array.from({ length: count }, () => people.make());
  }

  vendor(): Vendor {
    return this.random.pickSkewed(this.vendors);
  }

  purchase({ name, index, price }: Vendor): Entry {
    const cents = Math.round(Math.exp(Math.log(6_000) + 1.1 * this.random.normal()));
    return { name, index, amount: -(price ?? Math.max(350, cents)), type: "Expense" };
  }

  check(): Entry {
    const { random } = this;
    const { name, index } = this.vendor();
    const round = random.chance(0.3);
    const cents = round ? random.between(2, 60) * 5_000 : random.between(4_000, 400_000);
    return { name, index, amount: -cents, type: "Check", reference: String(this.checkNumber++) };
  }

  receipt(): Entry {
    const { random } = this;
    const customer = random.pickSkewed(this.customers);
    const round = random.chance(0.25);
    const cents = round ? random.between(2, 80) * 5_000 : random.between(5_000, 900_000);
    const index = this.vendors.length + customer.index;
    return { name: customer.inBooks, index, amount: cents, type: "Payment" };
  }
}

/** As a bank prints a name: capitals without marks. */
export function bankName(name: string): string {
  return name
    .normalize("NFD")
    .toUpperCase()
    .replace(/[^A-Z ]/g, "")
    .trim();
}
