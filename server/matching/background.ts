import { Classes } from "./classes";
import { DayGroups } from "./day-groups";
import { FLOOR_PER_DAY, ROUNDNESS, UNRECORDED_SHARE, WINDOW_DAYS } from "./prior";
import type { Entry, Unit } from "./rows";

const ENDING = 100;
const STEP = Math.log(1.25);
const HALF = Math.floor(WINDOW_DAYS / 2);
const NEAR = 2;

/**
 * How many payments of an amount lie around by chance: the term frequency of amounts. Payments that
 * have a line of their own are rivals, not strangers, and compete by themselves; so each payment
 * counts as far as it is unexplained. Counts stay local (same amount, similar amounts, near dates),
 * so an unrelated row changes no probability.
 */
export class Background {
  /** Entries by currency and amount. */
  readonly amounts: DayGroups;
  private groups = 0;
  private readonly entries: Entry[];
  private readonly amountIds = new Map<string, Map<number, number>>();
  private readonly amountOf: Int32Array;
  private readonly days: Int32Array;
  private readonly bands: DayGroups;
  private readonly bandOf: Int32Array;
  private readonly endings: DayGroups;
  private readonly endingOf: Int32Array;
  private unexplained: Float64Array;
  private strangers: Float64Array;

  /** @param amountsOf amounts that the payment of a unit may be booked with */
  constructor(units: Unit[], entries: Entry[], amountsOf: (unit: Unit) => number[]) {
    const days = Int32Array.from(entries, (entry) => entry.day);
    this.days = days;
    this.amountOf = Int32Array.from(entries, ({ currency, amount }) => {
      const ids = this.idsOf(currency);
      let id = ids.get(amount);
      if (id === undefined) {
        id = this.groups++;
        ids.set(amount, id);
      }
      return id;
    });
    this.amounts = new DayGroups(this.groups, this.amountOf, days);
    const bandIds = new Classes();
    this.bandOf = Int32Array.from(entries, (entry) => bandIds.of(bandOf(entry)));
    this.bands = new DayGroups(bandIds.size, this.bandOf, days);
    const endingIds = new Classes();
    this.endingOf = Int32Array.from(entries, (entry) =>
      endingIds.of(`${bandOf(entry)}.${Math.abs(entry.amount) % ENDING}`),
    );
    this.endings = new DayGroups(endingIds.size, this.endingOf, days);
    this.entries = entries;
    this.strangers = new Float64Array(entries.length);
    this.unexplained = this.firstGuess(units, amountsOf);
    this.update(this.unexplained);
  }

  /** @param unexplained share of each entry that no line accounts for, 0 to 1 */
  update(unexplained: Float64Array): void {
    this.unexplained = unexplained;
    const mass = (row: number) => {
      const isVoided = this.entries[row]?.takenBack === "voided";
      return isVoided ? 0 : Math.max(UNRECORDED_SHARE, unexplained[row] ?? 1);
    };
    this.amounts.weigh(mass);
    this.bands.weigh(mass);
    this.endings.weigh(mass);
    for (const entry of this.entries) this.strangers[entry.index] = this.count(entry);
  }

  /** Group of an amount in {@link amounts}; undefined where no entry has it. */
  group(currency: string, amount: number): number | undefined {
    return this.amountIds.get(currency)?.get(amount);
  }

  /** {@link amounts} of the marked entries only. */
  amountsAmong(marked: Uint8Array): DayGroups {
    const groupOf = this.amountOf.map((group, row) => (marked[row] === 1 ? group : -1));
    return new DayGroups(this.groups, groupOf, this.days);
  }

  /** Expected strangers per day who paid exactly this amount, around the entry's day. */
  strangersPerDay({ index }: Entry): number {
    return this.strangers[index] ?? 1;
  }

  private count({ index, amount, day, takenBack }: Entry): number {
    const group = this.amountOf[index] ?? -1;
    // Its own mass counts as far as it seems to be a stranger itself.
    const unexplained = this.unexplained[index] ?? 1;
    const isCounted = takenBack !== "voided";
    const own = isCounted ? Math.max(UNRECORDED_SHARE, unexplained) - unexplained : 0;
    const near = this.amounts.mass(group, day - NEAR, day + NEAR) - own;
    const around = this.amounts.mass(group, day - HALF, day + HALF);
    const exact = Math.max(0, near / (2 * NEAR + 1), (around - own) / WINDOW_DAYS);
    const width = bandWidth(amount);
    const similar = (of: DayGroups, key: number, values: number) =>
      (of.mass(key, day - HALF, day + HALF) - around) / WINDOW_DAYS / Math.max(1, values);
    const byBand = similar(this.bands, this.bandOf[index] ?? -1, width);
    const byEnding = similar(this.endings, this.endingOf[index] ?? -1, width / ENDING);
    return Math.max(floorOf(amount), exact + Math.max(0, byBand, byEnding));
  }

  /** Before anything is paired: the surplus of payments over lines of the same amount. */
  private firstGuess(units: Unit[], amountsOf: (unit: Unit) => number[]): Float64Array {
    const wanted = new Int32Array(this.groups);
    for (const unit of units) {
      for (const amount of amountsOf(unit)) {
        const group = this.group(unit.currency, amount);
        if (group !== undefined) wanted[group] = (wanted[group] ?? 0) + 1;
      }
    }
    return Float64Array.from(this.amountOf, (group) => {
      const [from, to] = this.amounts.range(group);
      return Math.max(0, 1 - (wanted[group] ?? 0) / (to - from));
    });
  }

  private idsOf(currency: string): Map<number, number> {
    let ids = this.amountIds.get(currency);
    if (!ids) {
      ids = new Map();
      this.amountIds.set(currency, ids);
    }
    return ids;
  }
}

function floorOf(amount: number): number {
  const round = ROUNDNESS.find(([divisor]) => amount % divisor === 0);
  return FLOOR_PER_DAY * (round?.[1] ?? 1);
}

/** Amounts within about a quarter of each other. */
function bandOf({ currency, amount }: Entry): string {
  return `${currency}${amount < 0 ? "-" : "+"}${Math.floor(Math.log(Math.abs(amount)) / STEP)}`;
}

function bandWidth(amount: number): number {
  const band = Math.floor(Math.log(Math.abs(amount)) / STEP);
  return Math.exp((band + 1) * STEP) - Math.exp(band * STEP);
}
