interface Counted {
  of: number;
  all: number;
}

const NOTHING: Counted = { of: 0, all: 0 };

/** Counts of values by key. */
export class ShrunkCounts {
  private readonly counts = new Map<string, Map<string | number, number>>();
  private readonly totals = new Map<string, number>();

  add(key: string, value: string | number, times = 1): void {
    const values = this.counts.get(key) ?? new Map<string | number, number>();
    this.counts.set(key, values);
    values.set(value, (values.get(value) ?? 0) + times);
    this.totals.set(key, (this.totals.get(key) ?? 0) + times);
  }

  /** How often a value was counted. */
  of(key: string, value: string | number): number {
    return this.counts.get(key)?.get(value) ?? 0;
  }

  /** How many were counted in all. */
  total(key: string): number {
    return this.totals.get(key) ?? 0;
  }

  /** The values that were counted more than so often. */
  over(key: string, times: number): (string | number)[] {
    return [...(this.counts.get(key) ?? [])].flatMap(([value, count]) =>
      count > times ? value : [],
    );
  }

  /** How often a value was counted, and how many were in all. */
  counted(key: string, value: string | number): Counted {
    return { of: this.of(key, value), all: this.total(key) };
  }

  /**
   * Share of a value among all of its key, shrunk to a prior worth `strength` observations.
   * @param own what is left out, so that nothing confirms itself
   */
  share(
    key: string,
    value: string | number,
    prior: number,
    strength: number,
    own: Counted = NOTHING,
  ): number {
    const all = this.total(key) - own.all;
    return (prior * strength + this.of(key, value) - own.of) / (strength + all);
  }
}
