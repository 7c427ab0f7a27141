import type { PaymentInput } from "@/matching/engine/contract";
import { type Books, REFERENCE_WIDTH } from "../../books";
import { seasonFrom, yearOf } from "../../calendar";
import { asTyped, shortGiven, written } from "../../names/contacts";
import type { Random, Weighted } from "../../random";
import { addCharge, addReceipt, addRefund, type ChargeRow, type Shown } from "../rows";
import { type ClubRates, type Family, hasOwnAccounts, indicesOf, type Member } from "./families";

const CURRENCY = "GBP";
/** The treasurer enters the desk's list in the evening or on one of the next days, or much later. */
const LAG: Weighted<number> = [
  [0, 38],
  [1, 22],
  [2, 12],
  [3, 8],
  [4, 5],
  [6, 4],
  [-1, 4],
  [9, 3],
  [13, 2],
  [20, 2],
];
const DESK_NOTES: Readonly<Record<string, readonly string[]>> = {
  cash: ["cash", "Cash at desk", "paid cash", "CASH - pool office"],
  check: ["chq", "Cheque", "cheque enclosed w/ form"],
  transfer: ["bank transfer", "BACS", "standing order"],
};
const EMPTY_NOTES = ["online", "card", "renewal form", "web shop", "Thank you"] as const;

/** Dues, or something besides, of one member. */
export interface Item {
  member: Member;
  /** "Membership", "Locker". */
  what: string;
  /** Minor units. */
  amount: number;
}

/** Writes what families pay to both sides: charges, and one row in the books for each item. */
export class DuesLedger {
  private check = 288;

  constructor(
    private readonly books: Books,
    private readonly random: Random,
    private readonly rates: ClubRates,
    /** Nothing happens at the processor after this day. */
    private readonly lastDay: number,
  ) {}

  /** One charge for all items. */
  charge(family: Family, items: Item[], day: number): ChargeRow {
    const { random, rates } = this;
    const [first] = items;
    const members = new Set(items.map(({ member }) => member));
    const single = members.size === 1 && first ? first.member : null;
    const named = single !== null && random.chance(rates.lineNamesMember);
    const amount = items.reduce((sum, item) => sum + item.amount, 0);
    return addCharge(this.books, random, rates, {
      day,
      currency: CURRENCY,
      amount,
      shown: this.payer(family, items, named ? single : null),
      description: this.describe(family, items, day, named ? single : null),
    });
  }

  /** One row in the books. */
  receive(family: Family, item: Item, day: number, charge: ChargeRow | undefined): PaymentInput {
    const { random, rates } = this;
    const referred = charge !== undefined && random.chance(rates.chargeOnPayment);
    const shown = this.inBooks(family, item.member);
    const nameless = shown.name === undefined && shown.email === undefined;
    const noteShows = nameless && random.chance(rates.paymentNameInNote);
    const noted = random.chance(rates.noted);
    return addReceipt(this.books, {
      day,
      currency: CURRENCY,
      amount: item.amount,
      shown: noteShows ? { ...shown, among: undefined } : shown,
      noteShows,
      note: noteShows
        ? `${item.what} ${written(item.member.name)}`
        : noted
          ? this.note(item, day)
          : undefined,
      reference: referred ? charge.chargeId.slice(0, REFERENCE_WIDTH) : undefined,
      numbers: referred ? [charge.chargeId] : [],
      type: item.amount < 0 ? "RefundReceipt" : "SalesReceipt",
    });
  }

  /** Cash, a cheque or a transfer: in the books only. */
  payAtDesk(family: Family, item: Item, day: number): void {
    const { random, rates } = this;
    const means = random.weighted({ cash: 58, check: 20, transfer: 22 });
    const noted = random.chance(rates.unprocessedNoted);
    addReceipt(this.books, {
      day: day + random.between(-2, 4),
      currency: CURRENCY,
      amount: item.amount,
      shown: this.inBooks(family, item.member),
      note: noted ? random.pick(DESK_NOTES[means] ?? [""]) : undefined,
      reference: means === "check" ? String(this.check++) : undefined,
      type: "SalesReceipt",
    });
  }

  /** Gives money back for one item; the books may not know. */
  refund(family: Family, item: Item, charge: ChargeRow): void {
    const { random, rates } = this;
    const day = charge.day + random.between(2, 24);
    if (day > this.lastDay) return;
    const amount = random.chance(0.7) ? item.amount : Math.round(item.amount / 2);
    const back = addRefund(this.books, charge, day, amount);
    if (!random.chance(rates.refundRecorded)) return;
    const payment = this.receive(family, { ...item, amount: -amount }, this.bookedOn(day), charge);
    this.books.group("refund", [back], [payment]);
  }

  /** The day on which a payment of `day` is dated in the books. */
  bookedOn(day: number): number {
    return day + this.random.weighted(LAG);
  }

  private describe(family: Family, items: Item[], day: number, named: Member | null): string {
    const { random } = this;
    const what = items[0]?.what ?? "Membership";
    const season = seasonFrom(yearOf(day));
    const text = random.weighted([
      [`${what} ${season}`, 40],
      [`${season} season`, 14],
      ["Annual renewal", 12],
      [`${items.length} x dues ${season}`, items.length > 1 ? 30 : 0],
      [`Member ${family.number} - ${season}`, 10],
      ["Online payment", 14],
    ]);
    if (!named) return text;
    const { given, family: surname } = named.name;
    return `${text} - ${random.pick([given, `${given} ${surname}`, shortGiven(given, random)])}`;
  }

  private payer(family: Family, items: Item[], named: Member | null): Shown {
    const { random, rates } = this;
    const payer = random.pickSkewed(family.payers);
    const customer = items[0]?.member.index ?? 0;
    const asMember = named !== null && random.chance(rates.memberAsPayer);
    const name = asMember ? named.name : payer;
    const shown = name !== undefined && !random.chance(rates.lineNameMissing);
    const mailed = random.chance(shown ? rates.lineEmail : rates.lineEmailWithoutName);
    return {
      customer,
      among: named ? undefined : indicesOf(family),
      name: shown ? (random.chance(0.35) ? asTyped(name, random) : written(name)) : undefined,
      email: mailed ? family.email : undefined,
    };
  }

  private note(item: Item, day: number): string {
    const { random } = this;
    const season = seasonFrom(yearOf(day));
    return random.pick([
      `${item.what} ${season}`,
      season,
      `${item.member.age} ${season}`,
      random.pick(EMPTY_NOTES),
    ]);
  }

  private inBooks(family: Family, member: Member): Shown {
    const { random, rates } = this;
    const named = !random.chance(rates.paymentNameMissing);
    const mailed = random.chance(named ? rates.paymentEmail : rates.paymentEmailWithoutName);
    const byMember = hasOwnAccounts(family.filing);
    const name = family.inBooks[family.members.indexOf(member)];
    return {
      customer: member.index,
      among: byMember && named ? undefined : indicesOf(family),
      name: named ? name : undefined,
      email: mailed ? family.email : undefined,
    };
  }
}
