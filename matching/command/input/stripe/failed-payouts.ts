import { toDecimal } from "@/lib/money";
import type { DepositInput, LineInput } from "@/matching/engine/contract";
import type { Payout, PayoutRow } from "./payout";

/** A row that brings back a payout's money and is in no payout yet. Minor units. */
export interface WaitingReturn {
  /** Empty where the file doesn't say. */
  payoutId: string;
  net: number;
  currency: string;
}

/**
 * Payouts whose money did not stay at the bank. Stripe takes it back into the balance and pays it out with a later
 * payout, whose rows name the failed one: its own lines explain that row.
 */
export class FailedPayouts {
  /** By the failed payout's id, the row that brings its money and the payout with that row; null where there is none. */
  private readonly failed = new Map<string, { by: Payout; row: PayoutRow } | null>();
  private readonly texts: string[] = [];

  constructor(
    private readonly payouts: ReadonlyMap<string, Payout>,
    waiting: readonly WaitingReturn[],
  ) {
    for (const payout of payouts.values()) {
      if (payout.isReturned) this.failed.set(payout.id, null);
    }
    for (const payout of payouts.values()) {
      for (const row of payout.rows) if (row.returns !== undefined) this.note(payout, row);
    }
    for (const { payoutId, net, currency } of waiting) {
      const id = payoutId || this.onlyPayoutOf({ net, currency, until: "9999-12-31" });
      const payout = this.payouts.get(id ?? "");
      const isWhole = payout?.amount === net && payout.currency === currency;
      if (id && isWhole && !this.failed.has(id)) this.failed.set(id, null);
    }
  }

  /** The payouts that reached the bank. */
  deposits(): DepositInput[] {
    const arrived = [...this.payouts.values()].filter(({ id }) => !this.failed.has(id));
    return arrived.map((payout) => payout.toDeposit(this.linesOf(payout)));
  }

  notes(): string[] {
    const failed = [...this.failed].map(([id, bringer]) => {
      const payout = this.payouts.get(id);
      const sum = payout ? `${toDecimal(payout.amount, payout.currency)} ${payout.currency}` : "";
      const where = bringer ? `is part of ${bringer.by.id}` : "is in no other payout of this file";
      return `left out payout ${id}, which failed: its ${sum} ${where}`;
    });
    const unequal = [...this.payouts.values()].flatMap(
      (payout) => (this.failed.has(payout.id) ? null : payout.differenceText()) ?? [],
    );
    return [...failed, ...this.texts, ...unequal];
  }

  private note(by: Payout, row: PayoutRow): void {
    const { currency, date: until } = by;
    const id = row.returns || this.onlyPayoutOf({ net: row.net, currency, until }, by);
    const sum = `${toDecimal(row.net, by.currency)} ${by.currency}`;
    const asLine = `its ${sum} in row ${row.row}, payout ${by.id}, ${AS_LINE}`;
    if (id === undefined) {
      this.texts.push(
        `row ${row.row}: a payout of ${sum} came back with payout ${by.id}, and the file doesn't say which (column source_id): it ${AS_LINE}`,
      );
      return;
    }
    const payout = this.payouts.get(id);
    if (!payout) {
      this.texts.push(`payout ${id} failed, and its rows are not in this file: ${asLine}`);
    } else if (payout.amount !== row.net || payout.currency !== by.currency) {
      const whole = `${toDecimal(payout.amount, payout.currency)} ${payout.currency}`;
      this.texts.push(`payout ${id} is ${whole}, of which a part came back: ${asLine}`);
    } else if (!this.failed.get(id)) {
      this.failed.set(id, { by, row });
    }
  }

  /** Where a row doesn't name the payout: the one of its amount that came before, if there is only one. */
  private onlyPayoutOf(
    { net, currency, until }: { net: number; currency: string; until: string },
    by?: Payout,
  ): string | undefined {
    const equal = [...this.payouts.values()].filter(
      (payout) =>
        payout !== by &&
        payout.amount === net &&
        payout.currency === currency &&
        payout.date <= until &&
        !this.failed.get(payout.id),
    );
    return equal.length === 1 ? equal[0]?.id : undefined;
  }

  /** @param within the payouts that these lines are going to be part of */
  private linesOf(payout: Payout, within: readonly string[] = []): LineInput[] {
    const lines = payout.rows.flatMap((row) => {
      const part = this.partOf(row);
      const isNew = part && ![payout.id, ...within].includes(part.id);
      return isNew ? this.linesOf(part, [payout.id, ...within]) : [row.line];
    });
    const { difference } = payout;
    return difference ? [...lines, difference] : lines;
  }

  /** The failed payout whose lines stand for a row. */
  private partOf(row: PayoutRow): Payout | undefined {
    if (row.returns === undefined) return undefined;
    for (const [id, bringer] of this.failed) {
      const payout = this.payouts.get(id);
      if (bringer?.row === row && payout && payout.rows.length > 0) return payout;
    }
    return undefined;
  }
}

const AS_LINE = "is compared as one line";
