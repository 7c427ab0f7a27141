import type { PaymentInput } from "@/matching/engine/contract";
import type { Books } from "../../books";
import { businessDaysLater, Sessions } from "../../calendar";
import { written } from "../../names/contacts";
import type { Random, Weighted } from "../../random";
import { addReceipt, type Shown } from "../rows";
import type { Company, MarketplaceRates } from "./company";
import { inCustomerList, type Order } from "./orders";

/** Stands for everyone whom the books don't name. */
const NOBODY = 1_000_000;
const COLLECTIVE = "Marketplace Customer";
const BETWEEN_SESSIONS = { from: 3, to: 7 } as const;
const BUSINESS_DAYS_TO_PAYOUT = 2;
const EMPTY_MEMOS: Weighted<string | undefined> = [
  [undefined, 50],
  ["marketplace", 25],
  ["online sale", 15],
  ["shipped", 10],
];

/** What the books write down of a marketplace order, or of a web order. */
interface Receipt {
  order: Order;
  /** The day of the charge or refund. */
  day: number;
  /** Minor units, signed. */
  amount: number;
  title: string;
}

/** The one ledger of both channels, the stall and everything else. */
export class SellerLedger {
  private readonly sessions: Sessions;
  private checkNumber = 1_880;

  constructor(
    private readonly books: Books,
    private readonly random: Random,
    private readonly rates: MarketplaceRates,
    private readonly company: Company,
  ) {
    this.sessions = new Sessions(random.fork("sessions"), BETWEEN_SESSIONS);
  }

  /** A sale or refund on the marketplace. */
  sell({ order, day, amount, title }: Receipt): PaymentInput {
    const { random, rates, company } = this;
    const isNumbered = random.chance(company.numbered);
    const right = this.written(order.number);
    const isWrong = isNumbered && random.chance(company.mistyped);
    const number = isWrong ? mistype(right, random) : right;
    const inMemo = random.chance(company.numberInMemo);
    const about = amount < 0 ? "refund" : this.about(title);
    const memo = random.pick([`order ${number}`, `${number} ${about ?? ""}`.trim(), `#${number}`]);
    const sale = company.dated === "placed" && amount > 0 ? Math.min(order.placed, day) : day;
    return this.enter({
      day: this.datedOn(sale),
      amount,
      shown: this.customerOf(order, isNumbered),
      reference: isNumbered && !inMemo ? number : undefined,
      note: isNumbered && inMemo ? memo : about,
      numbers: isNumbered && !isWrong && company.numberForm !== "without dashes" ? [number] : [],
      enteredTwice: random.chance(rates.enteredTwice),
    });
  }

  /** All orders of a day as one. */
  sellDay(day: number, amount: number, count: number): PaymentInput {
    const { random } = this;
    return this.enter({
      day: this.datedOn(day),
      amount,
      shown: { customer: NOBODY, name: COLLECTIVE, anonymous: true },
      note: random.weighted<string | undefined>([
        [`${count} orders`, 30],
        ["daily sales", 30],
        ["marketplace day total", 20],
        [undefined, 20],
      ]),
    });
  }

  /** A sale or refund of the web shop. */
  sellOnWeb({ order, day, amount, title }: Receipt): PaymentInput {
    const { random, rates, company } = this;
    const isNumbered = random.chance(rates.webNumberInBooks);
    const inMemo = random.chance(company.numberInMemo);
    const { number } = order;
    return this.enter({
      day: this.datedOn(day),
      amount,
      shown: this.webCustomer(order),
      reference: isNumbered && !inMemo ? random.pick([number, `WEB-${number}`]) : undefined,
      note: isNumbered && inMemo ? `web order ${number}` : this.about(title),
      numbers: isNumbered ? [number] : [],
    });
  }

  /** A web order that was paid by other means. */
  sellElsewhere({ order, day, amount, title }: Receipt): void {
    const { random, rates } = this;
    const isCheck = random.chance(0.3);
    this.checkNumber += 1;
    const says = random.chance(rates.cashSaysSo);
    this.enter({
      day: this.datedOn(day),
      amount,
      shown: this.webCustomer(order),
      reference: isCheck ? String(this.checkNumber) : undefined,
      note: says ? (isCheck ? "check" : "PayPal") : this.about(title),
    });
  }

  /** A sale at the stall. */
  sellForCash(day: number, amount: number, title: string): void {
    const { random, rates } = this;
    const says = random.chance(rates.cashSaysSo);
    this.enter({
      day,
      amount,
      shown: { customer: NOBODY, name: "Cash Sale", anonymous: true },
      note: says ? random.pick(["cash", "market stall", "cash - Saturday market"]) : title,
    });
  }

  private enter({
    enteredTwice = false,
    ...receipt
  }: Omit<Parameters<typeof addReceipt>[1], "currency"> & {
    enteredTwice?: boolean;
  }): PaymentInput {
    const type = receipt.amount < 0 ? "RefundReceipt" : "SalesReceipt";
    if (enteredTwice) addReceipt(this.books, { ...receipt, currency: "USD", type });
    return addReceipt(this.books, { ...receipt, currency: "USD", type });
  }

  /** Rows without a name count as one customer: any of them can stand for another. */
  private customerOf({ buyer, shipTo }: Order, isNumbered: boolean): Shown {
    const { random, rates, company } = this;
    const customer = isNumbered ? buyer.index : NOBODY;
    if (company.naming === "collective") {
      return { customer, name: COLLECTIVE, anonymous: true };
    }
    if (random.chance(rates.nameMissing)) return { customer };
    const isBuyer = shipTo === written(buyer.name);
    return {
      customer: buyer.index,
      name: company.naming === "handle" ? buyer.handle : shipTo,
      email: random.chance(company.email) ? buyer.relay : undefined,
      profile:
        company.profiles && company.naming === "parcel" && isBuyer
          ? inCustomerList(buyer)
          : undefined,
    };
  }

  private webCustomer({ buyer, shipTo }: Order): Shown {
    const { random, company } = this;
    const isBuyer = shipTo === written(buyer.name);
    return {
      customer: buyer.index,
      name: shipTo,
      email: random.chance(company.email) ? buyer.email : undefined,
      profile: company.profiles && isBuyer ? inCustomerList(buyer) : undefined,
    };
  }

  private about(title: string): string | undefined {
    const { random, rates } = this;
    if (random.chance(rates.titleInMemo)) return title;
    return random.chance(rates.memoMissing) ? undefined : random.weighted(EMPTY_MEMOS);
  }

  private written(number: string): string {
    const forms = {
      full: number,
      "without dashes": number.replaceAll("-", ""),
      end: number.slice(-7),
      cut: number.slice(0, 11),
    };
    return forms[this.company.numberForm];
  }

  /** Some work from orders or parcels, others from the payout, or once or twice a week. */
  private datedOn(day: number): number {
    const { random, company } = this;
    if (company.dated === "session") return this.sessions.after(day);
    if (company.dated === "paid out") return businessDaysLater(day, BUSINESS_DAYS_TO_PAYOUT);
    return day + Number(random.weighted({ 0: 85, 1: 10, 3: 3, 6: 2 }));
  }
}

/** One digit wrong, or two neighbors swapped. */
function mistype(number: string, random: Random): string {
  const at = random.between(0, number.length - 2);
  const [here = "", next = ""] = [number[at], number[at + 1]];
  const isDigit = here !== "-" && next !== "-";
  const typed = isDigit && here !== next ? next + here : `${(Number(here) + 3) % 10 || 1}${next}`;
  return here === "-" ? number.slice(0, -1) : number.slice(0, at) + typed + number.slice(at + 2);
}
