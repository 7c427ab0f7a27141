import { toDecimal } from "@/lib/money";
import { withoutFee } from "../rows/read-amounts";
import { type LineFacts, type PayoutKey, type RowCells, RowError } from "../rows/types";

/** A row that moved the balance of a currency. Minor units. */
export interface Movement {
  row: RowCells;
  currency: string;
  net: number;
  /** Of the currency after this row; null where the report has none. */
  balance: number | null;
  day: string;
  /** The id of a transfer to the bank; null for what it is made of. */
  withdrawal: string | null;
}

/** The rows since the last transfer, which is theirs. */
interface Chunk extends PayoutKey {
  opening: number;
  closing: number;
}

/**
 * Payouts of an account that has none: each transfer to the bank, made of what moved the balance since the one before.
 * A balance that was there before, or is left, is a line of its own.
 */
export class ByWithdrawal {
  private readonly chunks = new Map<number, Chunk>();
  private readonly byKey = new Map<string, Chunk>();
  private readonly broken = new Map<number, string>();

  constructor(movements: readonly Movement[]) {
    const currencies = new Set(movements.map(({ currency }) => currency));
    for (const one of currencies) {
      this.cut(inOrder(movements.filter(({ currency }) => currency === one)));
    }
  }

  /** @returns null for a row that is not withdrawn yet @throws RowError where the balance doesn't follow */
  payoutOf({ row }: RowCells): PayoutKey | null {
    const broken = this.broken.get(row);
    if (broken !== undefined) throw new RowError(broken);
    return this.chunks.get(row) ?? null;
  }

  further({ key }: PayoutKey): LineFacts[] {
    const chunk = this.byKey.get(key);
    if (!chunk) return [];
    const { opening, closing } = chunk;
    return [
      ...balanceLine(chunk, "brought-forward", "Balance brought forward", opening),
      ...balanceLine(chunk, "left", "Balance left in the account", -closing),
    ];
  }

  private cut(movements: readonly Movement[]): void {
    let open: Movement[] = [];
    let before: number | null = null;
    let opening = 0;
    for (const movement of movements) {
      const { row, net, balance, currency, withdrawal, day } = movement;
      if (balance !== null && before !== null && before + net !== balance) {
        const [was, is] = [before, balance].map((minor) => toDecimal(minor, currency));
        this.broken.set(row.row, `its balance of ${is} doesn't follow from ${was} before it`);
      }
      if (open.length === 0) opening = balance === null ? 0 : balance - net;
      if (balance !== null) before = balance;
      open.push(movement);
      if (withdrawal === null) continue;
      const chunk = { key: withdrawal, id: withdrawal, date: day, currency };
      const whole = { ...chunk, opening, closing: balance ?? 0 };
      for (const one of open) this.chunks.set(one.row.row, whole);
      this.byKey.set(withdrawal, whole);
      open = [];
    }
  }
}

function balanceLine(chunk: Chunk, id: string, description: string, net: number): LineFacts[] {
  if (net === 0) return [];
  return [
    {
      ...withoutFee(net),
      ...{ id: `${chunk.key}-${id}`, kind: "reserve", providerKind: "balance", description },
      ...{
        date: chunk.date ?? "",
        customerName: "",
        customerEmail: "",
        reference: "",
        numbers: [],
      },
    },
  ];
}

/** Oldest first. Reports begin with either end; within a single day, the balances decide. */
function inOrder(movements: readonly Movement[]): readonly Movement[] {
  const reversed = movements.toReversed();
  const [first, last] = [movements[0]?.day ?? "", movements.at(-1)?.day ?? ""];
  if (first !== last) return first > last ? reversed : movements;
  return breaks(reversed) < breaks(movements) ? reversed : movements;
}

function breaks(movements: readonly Movement[]): number {
  return movements.filter(({ net, balance }, at) => {
    const before = movements[at - 1]?.balance;
    return balance !== null && before !== null && before !== undefined && before + net !== balance;
  }).length;
}
