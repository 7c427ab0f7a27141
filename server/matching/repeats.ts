import { DayGroups } from "./day-groups";
import { REPEAT } from "./prior";
import type { Entry, Rows, Unit } from "./rows";

const NOBODY = -1;
/** More payments of one customer than this within the span are judged by a part of them. */
const MOST_LOOKED_AT = 64;

/** How often the same customer pays the same amount: what a name can't tell apart. */
export class Repeats {
  private readonly payments: DayGroups;
  private readonly customerOf: Int32Array;
  private readonly entries: Entry[];
  private unexplained: Float64Array;

  constructor({ entries, lexicon }: Rows) {
    const sizes = new Map<string, number>();
    const keys = entries.map(({ name, email }) => lexicon.form(name)?.key ?? email);
    for (const key of keys) sizes.set(key, (sizes.get(key) ?? 0) + 1);
    const ids = new Map<string, number>();
    this.customerOf = Int32Array.from(keys, (key) => {
      if (key === "" || (sizes.get(key) ?? 0) < 2) return NOBODY;
      const id = ids.get(key) ?? ids.size;
      ids.set(key, id);
      return id;
    });
    const days = Int32Array.from(entries, (entry) => entry.day);
    this.payments = new DayGroups(ids.size, this.customerOf, days);
    this.entries = entries;
    this.unexplained = new Float64Array(entries.length);
  }

  /** @param unexplained share of each entry that no line accounts for, 0 to 1 */
  update(unexplained: Float64Array): void {
    this.unexplained = unexplained;
  }

  /**
   * Expected payments per day of this customer and amount, booked gross or net, whose charge is not
   * among the lines: the share that this customer's other payments show, shrunk to the usual one.
   * Close to the line that is unlikely unless repeats are that close.
   */
  perDay(unit: Unit, { index, day }: Entry): number {
    const customer = this.customerOf[index] ?? NOBODY;
    if (customer === NOBODY) return 0;
    const isNear = Math.abs(day - unit.day) <= REPEAT.near;
    let others = 0;
    let open = 0;
    let near = 0;
    const [from, to] = this.payments.between(customer, day - REPEAT.around, day + REPEAT.around);
    const step = Math.max(1, Math.ceil((to - from) / MOST_LOOKED_AT));
    for (let place = from; place < to; place += step) {
      const other = this.entries[this.payments.rows[place] ?? -1];
      if (!other || other.index === index || other.currency !== unit.currency) continue;
      if (other.takenBack === "voided") continue;
      if (other.amount !== unit.gross && other.amount !== unit.net) continue;
      const unexplained = (this.unexplained[other.index] ?? 0) * step;
      others += step;
      open += unexplained;
      if (Math.abs(other.day - day) <= REPEAT.near * 2) near += unexplained;
    }
    const { missingShare, strength } = REPEAT;
    const missing = (open + missingShare * strength) / (others + strength);
    const regular = isNear && near <= missingShare ? REPEAT.regularFactor : 1;
    return ((others * missing) / (2 * REPEAT.around + 1)) * regular;
  }
}
