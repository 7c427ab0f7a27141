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

  /** Share of a value among all of its key, shrunk to a prior worth `strength` observations. */
  share(key: string, value: string | number, prior: number, strength: number): number {
    return (prior * strength + this.of(key, value)) / (strength + (this.totals.get(key) ?? 0));
  }
}
