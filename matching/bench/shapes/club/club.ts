import type { Books, WriteShape } from "../../books";
import { FIRST_DAY, monthName, spanOf } from "../../calendar";
import type { Random, Weighted } from "../../random";
import { wayToRecord } from "../../rates";
import {
  type AgeGroup,
  CLUB_RATES,
  type ClubRates,
  Families,
  type Family,
  type Member,
} from "./families";
import { DuesLedger, type Item } from "./ledger";

/** Minor units. */
const DUES: Readonly<Record<AgeGroup, number>> = { adult: 18_000, junior: 9_500, senior: 12_000 };
const BY_MONTH: Readonly<Record<AgeGroup, number>> = { adult: 1_800, junior: 950, senior: 1_200 };
const EXTRAS: Weighted<readonly [what: string, amount: number]> = [
  [["Team fee", 4_500], 34],
  [["Summer camp", 12_000], 20],
  [["Locker", 2_500], 22],
  [["Kit", 3_800], 16],
  [["Tournament entry", 1_800], 14],
];
const MONTH = 30.44;
const YEAR = 365;
/** Days from the first day to the first renewals, and how long these last. */
const RENEWALS = { from: 9, days: 33 } as const;

export const writeClub: WriteShape = ({ books, random, lines }) => {
  const { days, perDay } = spanOf(lines, CLUB_RATES.perDay);
  const season = new Season(books, random, CLUB_RATES, days);
  season.writeRenewals(days * perDay * CLUB_RATES.renewals);
  season.writeYear(days * perDay * (1 - CLUB_RATES.renewals));
};

class Season {
  private readonly families: Families;
  private readonly ledger: DuesLedger;
  private readonly lastDay: number;

  constructor(
    private readonly books: Books,
    private readonly random: Random,
    private readonly rates: ClubRates,
    private readonly days: number,
  ) {
    this.families = new Families(random.fork("families"));
    this.lastDay = FIRST_DAY + days - 1;
    this.ledger = new DuesLedger(books, random.fork("ledger"), rates, this.lastDay);
  }

  /** Every family once a season, within the weeks of renewal. @param lines about how many */
  writeRenewals(lines: number): void {
    const { random, rates } = this;
    const length = Math.min(RENEWALS.days, this.days - RENEWALS.from);
    const seasons = Math.max(1, Math.floor((this.days - RENEWALS.from - length) / YEAR) + 1);
    const before = this.books.lineCount;
    for (let next = 0; this.books.lineCount - before < lines; next++) {
      const family = this.families.at(next);
      for (let season = 0; season < seasons; season++) {
        if (random.chance(rates.lapsed)) continue;
        const within = Math.min(random.next(), random.next() + 0.15, 1);
        const start = FIRST_DAY + RENEWALS.from + season * YEAR;
        this.renew(family, Math.min(start + Math.floor(within * length), this.lastDay));
      }
    }
  }

  /** Dues by the month, camps, lockers and late joiners. @param lines about how many */
  writeYear(lines: number): void {
    const { random, rates } = this;
    const goal = this.books.lineCount + lines;
    while (this.books.lineCount < goal) {
      const family = random.chance(0.2) ? this.families.next() : this.families.any(random);
      if (random.chance(rates.monthly)) this.payMonthly(family);
      const member = random.pick(family.members);
      const day = FIRST_DAY + random.between(0, this.days - 1);
      const [what, amount] = random.weighted(EXTRAS);
      this.settle(family, [{ member, what, amount }], day);
    }
  }

  private renew(family: Family, day: number): void {
    const { random, rates } = this;
    const items = family.members.flatMap((member) => this.itemsOf(member));
    if (random.chance(rates.paidTogether)) {
      this.settle(family, items.slice(0, 12), day);
      return;
    }
    // Each member apart, on the same evening or when the next form arrives.
    let when = day;
    for (const member of family.members) {
      const own = items.filter((item) => item.member === member);
      this.settle(family, own, Math.min(when, this.lastDay));
      if (random.chance(0.4)) when += random.between(1, 9);
    }
  }

  private itemsOf(member: Member): Item[] {
    const { random, rates } = this;
    const dues = { member, what: "Membership", amount: DUES[member.age] };
    if (!random.chance(rates.extras)) return [dues];
    const [what, amount] = random.weighted(EXTRAS);
    return [dues, { member, what, amount }];
  }

  private payMonthly(family: Family): void {
    const { random } = this;
    const member = random.pick(family.members);
    const amount = BY_MONTH[member.age];
    for (let at = random.between(0, 27); at < this.days; at += MONTH) {
      const day = FIRST_DAY + Math.floor(at);
      this.settle(family, [{ member, what: `Dues ${monthName(day)}`, amount }], day);
      if (random.chance(0.04)) return;
    }
  }

  /** One payment of a family for some dues: by card in one line, or at the desk. */
  private settle(family: Family, items: Item[], day: number): void {
    const { random, rates, books } = this;
    if (random.chance(rates.unprocessed)) {
      for (const item of items) this.ledger.payAtDesk(family, item, day);
      return;
    }
    const charge = this.ledger.charge(family, items, day);
    if (random.chance(rates.paymentMissing)) return;
    const [first] = items;
    if (!first) return;
    const booked = this.ledger.bookedOn(day);
    if (items.length > 1) {
      const apart = random.chance(0.06);
      const payments = items.map((item) =>
        this.ledger.receive(family, item, apart ? booked + random.between(0, 4) : booked, charge),
      );
      books.group("family_dues", [charge], payments);
    } else {
      const { kind, amount } = wayToRecord(charge, rates, random);
      const payment = this.ledger.receive(family, { ...first, amount }, booked, charge);
      books.group(kind, [charge], [payment]);
    }
    if (random.chance(rates.refunded)) this.ledger.refund(family, first, charge);
  }
}
