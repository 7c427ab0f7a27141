import { groupIndices } from "./grouped-indices";
import { lowerBound } from "./lower-bound";

/**
 * Elements in groups, each group sorted by day: finds, counts and sums the elements of a group
 * within a range of days by binary search, O(log n) per query. Typed arrays, because there may be
 * millions of elements.
 *
 * Three index spaces: an _element_ (what the caller indexes, e.g. a ledger row), a _group_ (0 …
 * groups − 1) and a _place_ (position in {@link members}).
 */
export class DayIndex {
  /** Element at each place, group by group and within a group by day, then by element. */
  readonly members: Int32Array;
  private readonly days: Int32Array;
  private readonly starts: Int32Array;
  /** Running total of the masses within each group, by place, that place included. */
  private readonly totals: Float64Array;

  /**
   * O(n log n).
   * @param groups number of groups
   * @param groupOf group of each element, 0 … groups − 1; −1 leaves the element out
   * @param dayOf day number of each element
   */
  constructor(groups: number, groupOf: Int32Array, dayOf: Int32Array) {
    const { starts, members } = groupIndices(groupOf, groups);
    this.starts = starts;
    this.members = members;
    for (let group = 0; group < groups; group++) {
      const [from, to] = this.range(group);
      if (to - from < 2) continue;
      this.members.subarray(from, to).sort((a, b) => (dayOf[a] ?? 0) - (dayOf[b] ?? 0) || a - b);
    }
    this.days = this.members.map((index) => dayOf[index] ?? 0);
    this.totals = new Float64Array(members.length);
  }

  /**
   * Replaces the masses that {@link mass} adds up. O(n).
   * @param masses by element, any unit
   */
  setMasses(masses: Float64Array): void {
    for (let group = 0; group + 1 < this.starts.length; group++) {
      const [from, to] = this.range(group);
      let total = 0;
      for (let i = from; i < to; i++) {
        total += masses[this.members[i] ?? 0] ?? 0;
        this.totals[i] = total;
      }
    }
  }

  /** @returns the places of a group: [from, to) */
  range(group: number): [number, number] {
    return [this.starts[group] ?? 0, this.starts[group + 1] ?? 0];
  }

  /**
   * @returns the places [from, to) of a group's elements on the days first … last, both included
   */
  placesBetween(group: number, first: number, last: number): [number, number] {
    const [from, to] = this.range(group);
    return [lowerBound(this.days, first, from, to), lowerBound(this.days, last + 1, from, to)];
  }

  /**
   * @returns total mass of a group's elements on the days first … last, both included; 0 for none
   */
  mass(group: number, first: number, last: number): number {
    return this.massBetween(group, ...this.placesBetween(group, first, last));
  }

  /** @returns the same, given the places [from, to) */
  massBetween(group: number, from: number, to: number): number {
    if (from === to) return 0;
    const before = from > (this.starts[group] ?? 0) ? (this.totals[from - 1] ?? 0) : 0;
    return (this.totals[to - 1] ?? 0) - before;
  }

  /** @returns the day number of the element at a place */
  dayAt(place: number): number {
    return this.days[place] ?? 0;
  }
}
