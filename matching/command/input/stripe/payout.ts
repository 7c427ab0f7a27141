import { toDecimal } from "@/lib/money";
import type { DepositInput, LineInput } from "@/matching/engine/contract";
import { InputError } from "../errors";

/** One payout while its rows are read. Minor units. */
export class Payout {
  private readonly lines: LineInput[] = [];
  private readonly ids = new Set<string>();
  private sum = 0;
  /** The amount sent to the bank, from the payout's own row. */
  private paid: number | null = null;
  /** Returned by the bank: it never arrived. */
  isReturned = false;

  constructor(
    readonly id: string,
    readonly date: string,
    readonly currency: string,
    readonly traceId: string | undefined,
    readonly row: number,
  ) {}

  /** @returns whether the line is new */
  add(line: LineInput, net: number): boolean {
    if (this.ids.has(line.id)) return false;
    this.ids.add(line.id);
    this.lines.push(line);
    this.sum += net;
    return true;
  }

  /** @param net of the payout's own row: negative, since it leaves the balance */
  setOwn(net: number): void {
    this.paid = (this.paid ?? 0) - net;
  }

  /** @throws InputError when the payout and its rows do not add up */
  toDeposit(file: string): DepositInput {
    if (this.paid !== null && this.paid !== this.sum) {
      const [paid, sum] = [this.paid, this.sum].map((minor) => toDecimal(minor, this.currency));
      throw new InputError(
        `${file}, row ${this.row}: payout ${this.id} is ${paid} ${this.currency}, but its other ${this.lines.length} rows add up to ${sum}; download the report with all categories`,
      );
    }
    return {
      id: this.id,
      date: this.date,
      amount: this.sum,
      currency: this.currency,
      processor: "stripe",
      reference: [this.id, this.traceId].filter(Boolean).join(" "),
      lines: this.lines,
    };
  }
}
