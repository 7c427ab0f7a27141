import { counted } from "@/matching/command/counted";
import { remembered } from "../remembered";
import { bareWords, RECEIVABLES, WAITING } from "./words";

/** Counts by name, the most frequent first: "Invoice 12, Deposit 3". */
export class Tally {
  private readonly counts = new Map<string, number>();

  add(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  get total(): number {
    let total = 0;
    for (const count of this.counts.values()) total += count;
    return total;
  }

  toString(): string {
    return [...this.counts]
      .sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
      .map(([name, count]) => `${name} ${count.toLocaleString("en-US")}`)
      .join(", ");
  }
}

const isWaiting = remembered((account) => WAITING.test(bareWords(account)));
const isReceivables = remembered((account) => RECEIVABLES.test(bareWords(account)));

/** The accounts that payments were booked to, as far as the report shows them. */
export class Accounts {
  private readonly elsewhere = new Tally();

  add(accounts: (string | undefined)[]): void {
    const named = accounts.filter((account) => account !== undefined && !isReceivables(account));
    if (named.some((account) => account !== undefined && isWaiting(account))) return;
    const [account] = named;
    if (account !== undefined) this.elsewhere.add(account);
  }

  /** @param payments the total number. Null when all are undeposited, or the report has no account. */
  note(payments: number): string | null {
    const { total } = this.elsewhere;
    if (total === 0) return null;
    return `${total.toLocaleString("en-US")} of ${counted(payments, "payment")} booked to another account than Undeposited Funds (${this.elsewhere}); kept`;
  }
}
