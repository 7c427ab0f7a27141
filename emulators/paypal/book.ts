import { type Mint, mintId } from "../mint";
import type { PayPalRow, PayPalState } from "./state";

type Written = "id" | "status" | "updated" | "moved";
type RowFacts = Omit<PayPalRow, Written> & { [F in Written]?: PayPalRow[F] | undefined };

/** Writes a row: done, and moving the balance when it was initiated, unless the facts say otherwise. */
export function enter(account: PayPalState, facts: RowFacts): PayPalRow {
  const { id, status, updated, moved, ...rest } = facts;
  const row: PayPalRow = {
    id: id ?? newId(account),
    status: status ?? "S",
    updated: updated ?? facts.at,
    moved: moved === undefined ? facts.at : moved,
    ...rest,
  };
  account.rows.push(row);
  return row;
}

export function newId(mint: Mint): string {
  return mintId(mint, "", 17).toUpperCase();
}

/** A row with the spendable balance of its currency after it. */
export interface Chained {
  row: PayPalRow;
  /** Minor units. */
  balance: number;
}

/** All rows as PayPal orders them: by the time at which each moved the balance, then as they were entered. */
export function chain({ rows }: PayPalState): Chained[] {
  const balances = new Map<string, number>();
  return rows
    .toSorted((a, b) => (a.moved ?? a.at) - (b.moved ?? b.at))
    .map((row) => {
      const before = balances.get(row.currency) ?? 0;
      const balance = row.moved === null ? before : before + row.amount + (row.fee ?? 0);
      balances.set(row.currency, balance);
      return { row, balance };
    });
}

/** The spendable balance of a currency at an instant, in minor units. */
export function balanceAt(account: PayPalState, currency: string, at: number): number {
  const known = chain(account).filter(
    ({ row }) => row.currency === currency && (row.moved ?? row.at) <= at,
  );
  return known.at(-1)?.balance ?? 0;
}

/** The row that others refer to by this id: the one that moved the balance, if any did. @throws Error for an unknown id */
export function rowOf({ rows }: PayPalState, id: string): PayPalRow {
  const same = rows.filter((row) => row.id === id);
  const found = same.find(({ moved }) => moved !== null) ?? same[0];
  if (!found) throw new Error(`PayPal has no transaction ${id}`);
  return found;
}

/** Codes that lower the spendable balance and leave the total alone, each with the code of its release. */
export const RELEASE_OF = {
  T1110: "T1111",
  T1500: "T1105",
  T1501: "T1105",
  T1503: "T1105",
  T2101: "T2102",
  T2103: "T2104",
  T2105: "T2106",
  T2107: "T2108",
  T2111: "T2112",
} as const;

const HOLDS = new Set<string>([...Object.keys(RELEASE_OF), ...Object.values(RELEASE_OF)]);

/** Whether a row moves money between what is spendable and what is withheld. */
export function isHold({ code }: PayPalRow): boolean {
  return HOLDS.has(code);
}
