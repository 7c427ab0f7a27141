import { toDecimal } from "@/lib/money";
import { DIFFERENCE } from "@/lib/payout-difference";
import { counted } from "@/matching/command/counted";
import type { DepositInput, LineInput } from "@/matching/engine/contract";

/** One row of a payout. Minor units. */
export interface PayoutRow {
  line: LineInput;
  net: number;
  row: number;
  /** It brings back the money of a payout: that one's id, empty where the file doesn't say. */
  returns?: string;
}

/** One payout while its rows are read. Minor units. */
export class Payout {
  readonly rows: PayoutRow[] = [];
  /** Its own rows say that its money came back. */
  isReturned = false;
  private sum = 0;
  /** The amount sent to the bank, from the payout's own row. */
  private paid: number | null = null;

  constructor(
    readonly id: string,
    readonly date: string,
    readonly currency: string,
    readonly traceId: string | undefined,
    readonly row: number,
  ) {}

  add(row: PayoutRow): void {
    this.rows.push(row);
    this.sum += row.net;
  }

  /** @param net of the payout's own row: negative, since it leaves the balance */
  setOwn(net: number): void {
    this.paid = (this.paid ?? 0) - net;
  }

  /** What was sent to the bank. */
  get amount(): number {
    return this.paid ?? this.sum;
  }

  /** A line for what the rows don't explain, as for payouts from Stripe's API; null where they add up. */
  get difference(): LineInput | null {
    const amount = this.amount - this.sum;
    if (amount === 0) return null;
    const { id, date } = this;
    const sum = toDecimal(this.sum, this.currency);
    return {
      ...{ id: `${id}-difference`, type: DIFFERENCE, date, amount, fee: 0, net: amount },
      description: `Difference: the rows of this payout add up to ${sum}`,
    };
  }

  /** For the user: how far its rows are from its amount; null where they add up. */
  differenceText(): string | null {
    const { difference, currency, rows } = this;
    if (!difference) return null;
    const [amount, sum, rest] = [this.amount, this.sum, difference.amount].map((minor) =>
      toDecimal(minor, currency),
    );
    return `row ${this.row}: payout ${this.id} is ${amount} ${currency}, but its other ${counted(rows.length, "row")} ${rows.length === 1 ? "adds" : "add"} up to ${sum}: the difference of ${rest} is a line of its own`;
  }

  toDeposit(lines: LineInput[]): DepositInput {
    return {
      id: this.id,
      date: this.date,
      amount: this.amount,
      currency: this.currency,
      processor: "stripe",
      reference: [this.id, this.traceId].filter(Boolean).join(" "),
      lines,
    };
  }
}
