import type { LedgerRow, PayoutItem } from "../records/records";

/** More bits say no more: a sixty-fourth, or sixty-four times as much. */
const MAX_SUPPLY = 6;
/** The prior that payments and lines are level counts for so much of a mean line. */
const SUPPLY_STRENGTH = 0.5;

/** What is open on either side, in and out, by currency. */
export class OpenMoney {
  private readonly sides = new Map<string, OpenSide>();

  /**
   * O(n).
   * @param shareOf probability of a payment to have come through the processor
   */
  constructor(items: PayoutItem[], rows: LedgerRow[], shareOf: (row: LedgerRow) => number) {
    for (const { currency, gross } of items) {
      const side = this.side(currency, gross);
      side.lines++;
      side.asked += Math.abs(gross);
    }
    for (const row of rows) {
      this.side(row.currency, row.amount).held += shareOf(row) * Math.abs(row.amount);
    }
  }

  /**
   * How much the open payments of the item's sign hold of what the open lines ask for, whether one by one
   * or in sums.
   * @returns bits; below 0, the payments of some of the lines cannot be in the books
   */
  supply({ currency, gross }: PayoutItem): number {
    const { lines, asked, held } = this.side(currency, gross);
    const prior = (SUPPLY_STRENGTH * asked) / lines;
    const supply = Math.log2((held + prior) / (asked + prior));
    return Math.max(-MAX_SUPPLY, Math.min(MAX_SUPPLY, supply));
  }

  private side(currency: string, amount: number): OpenSide {
    const key = currency + Math.sign(amount);
    const known = this.sides.get(key);
    if (known) return known;
    const side = { lines: 0, asked: 0, held: 0 };
    this.sides.set(key, side);
    return side;
  }
}

interface OpenSide {
  lines: number;
  /** Minor units. */
  asked: number;
  held: number;
}

/** The prior that few lines are open counts for so many lines of a day. */
const DAY_STRENGTH = 4;
const DAY_OPEN_SHARE = 0.1;

/** How many of a day's lines are open. */
export class OpenDays {
  private readonly lines = new Map<string, { open: number; all: number }>();

  constructor(items: PayoutItem[], isOpen: (item: PayoutItem) => boolean) {
    for (const item of items) {
      const key = keyOfDay(item);
      const day = this.lines.get(key) ?? { open: 0, all: 0 };
      day.all++;
      if (isOpen(item)) day.open++;
      this.lines.set(key, day);
    }
  }

  /** @returns log2 odds of the lines of the item's day to be open; 0 for a deposit as a whole */
  odds(item: PayoutItem): number {
    if (!item.line) return 0;
    const { open, all } = this.lines.get(keyOfDay(item)) ?? { open: 0, all: 0 };
    const closed = all - open + (1 - DAY_OPEN_SHARE) * DAY_STRENGTH;
    return Math.log2((open + DAY_OPEN_SHARE * DAY_STRENGTH) / closed);
  }
}

function keyOfDay({ currency, gross, day }: PayoutItem): string {
  return `${currency}${Math.sign(gross)} ${day}`;
}
