/** Numbers for equal keys; an empty key is a class of its own. */
export class Classes {
  private readonly ids = new Map<string, number>();
  private next = 0;

  /** How many numbers are given out. */
  get size(): number {
    return this.next;
  }

  of(key: string): number {
    const known = key === "" ? undefined : this.ids.get(key);
    if (known !== undefined) return known;
    if (key !== "") this.ids.set(key, this.next);
    return this.next++;
  }
}
