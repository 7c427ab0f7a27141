/**
 * Numbers keys so that equal keys get equal numbers: 0, 1, 2, … in order of first appearance. Each
 * empty key is a class of its own.
 */
export class EquivalenceClasses {
  private readonly ids = new Map<string, number>();
  private next = 0;

  /** Number of classes so far; the next new class gets this number. */
  get size(): number {
    return this.next;
  }

  /** @returns the class of a key, a new one for an unknown or empty key */
  of(key: string): number {
    const known = key === "" ? undefined : this.ids.get(key);
    if (known !== undefined) return known;
    if (key !== "") this.ids.set(key, this.next);
    return this.next++;
  }

  /** @returns the class of a known key; undefined for others */
  find(key: string): number | undefined {
    return this.ids.get(key);
  }
}
