import { type Customer, company, PEOPLE_RATES, People } from "../names/people";
import type { FullName } from "../names/spelling";
import type { Random } from "../random";

/** Someone the business pays: in the books a name, on the statement a cipher. */
interface Vendor {
  index: number;
  name: string;
  /** What it costs each time, cents; null when it varies. */
  price: number | null;
  describe: (random: Random) => string;
}

const CIPHERS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";

const cipher = (random: Random, length: number) =>
  Array.from({ length }, () => random.pick([...CIPHERS])).join("");
const digits = (random: Random, length: number) =>
  Array.from({ length }, () => random.between(0, 9)).join("");

/** Name in the books, fixed price in cents or null, text on the statement. */
const KNOWN: readonly (readonly [string, number | null, (random: Random) => string])[] = [
  ["Amazon", null, (random) => `AMZN MKTP US*${cipher(random, 5)}`],
  ["Blue Bottle Coffee", 475, () => "SQ *BLUE BOTTL"],
  ["Uber", null, () => "UBER *TRIP HELP.UBER.C"],
  ["Delta Air Lines", null, (random) => `DELTA AIR 006${digits(random, 10)}`],
  ["Staples", null, (random) => `STAPLES ${digits(random, 8)}`],
  ["Comcast Business", 18_995, () => "COMCAST CABLE COMM"],
  ["PG&E", null, () => "PGANDE WEB ONLINE"],
  ["Shell", null, (random) => `SHELL OIL ${digits(random, 11)}`],
  ["Google Workspace", 7200, () => "GOOGLE *GSUITE_COMPANY"],
  ["Adobe", 5499, () => "ADOBE *ACROPRO SUBS"],
  ["The Home Depot", null, (random) => `THE HOME DEPOT #${digits(random, 4)}`],
  ["Costco", null, (random) => `COSTCO WHSE #${digits(random, 4)}`],
  ["FedEx", null, (random) => `FEDEX ${digits(random, 10)}`],
  ["US Postal Service", null, (random) => `USPS PO ${digits(random, 10)}`],
  ["Microsoft", 1250, (random) => `MSFT * E0400${cipher(random, 5)}`],
  ["Zoom", 1599, () => "ZOOM.US 888-799-9666"],
  ["AT&T", 12_840, () => "ATT* BILL PAYMENT"],
  ["State Farm Insurance", 34_210, () => "STATE FARM RO 27"],
  ["Gusto Payroll", null, (random) => `GUSTO PAY ${digits(random, 6)}`],
  ["Lyft", null, () => "LYFT *RIDE"],
  ["Starbucks", 625, (random) => `STARBUCKS STORE ${digits(random, 5)}`],
  ["Office Depot", null, (random) => `OFFICE DEPOT #${digits(random, 4)}`],
  ["Dropbox", 1999, (random) => `DROPBOX*${cipher(random, 8)}`],
  ["Slack", 8750, (random) => `SLACK T${cipher(random, 8)}`],
];

const PREFIXES = ["SQ *", "TST* ", "PAYPAL *", "ACH DEBIT ", "POS PURCHASE ", "SP "] as const;

/** The well-known vendors first, then as many small firms as asked for. */
function makeVendors(
  random: Random,
  count: number,
  company: () => FullName & { kind: "company" },
): Vendor[] {
  const vendors: Vendor[] = KNOWN.map(([name, price, describe], index) => ({
    index,
    name,
    price,
    describe,
  }));
  while (vendors.length < count) {
    const { words, legalForm } = company();
    const text = `${random.pick(PREFIXES)}${words.toUpperCase().replace(/[^A-Z ]/g, "")}`;
    const shown = text.slice(0, random.pick([14, 18, 22, 22])).trimEnd();
    vendors.push({
      index: vendors.length,
      name: legalForm === "" ? words : `${words} ${legalForm}`,
      price: random.chance(0.25) ? random.between(8, 400) * 500 : null,
      describe: () => shown,
    });
  }
  return vendors;
}

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
