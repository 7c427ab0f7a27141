/** QuickBooks keeps customer names apart: the second bearer of a name gets a number behind it. */
export class UniqueNames {
  private readonly taken = new Set<string>();

  take(name: string, number: number): string {
    const free = this.taken.has(name) ? `${name} (${number})` : name;
    this.taken.add(free);
    return free;
  }
}
