import { Prisma } from "@/generated/prisma/client";
import type { DepositTotal } from "@/lib/contracts/deposits";
import { toWireDecimal } from "@/lib/money";

/** Beyond, adding up takes longer than everything else. */
const MAX_ADDED = 20_000;

/** Minor units in text. */
export interface TotalRow {
  currency: string;
  count: number;
  amount: string;
  fees: string;
}

/**
 * SQL: a {@link TotalRow} per currency of the deposits that `from` chooses, as `d`; none for more than 20,000.
 * @param from FROM and WHERE
 */
export function totalsOf(from: Prisma.Sql): Prisma.Sql {
  const more = Prisma.raw(String(MAX_ADDED + 1));
  return Prisma.sql`SELECT c.currency, count(*)::int AS count, sum(c.amount)::text AS amount,
      coalesce(sum(f.fees), 0)::text AS fees
    FROM (SELECT d.company_id, d.id, d.amount, d.currency ${from} LIMIT ${more}) c
    LEFT JOIN LATERAL (SELECT sum(l.fee) AS fees FROM deposit_lines l
      WHERE l.company_id = c.company_id AND l.deposit_id = c.id) f ON true
    GROUP BY c.currency`;
}

/** The totals as the wire has them, the most frequent currency first. */
export function toTotals(rows: readonly TotalRow[]): DepositTotal[] {
  const added = rows.reduce((sum, { count }) => sum + count, 0);
  if (added > MAX_ADDED) return [];
  return [...rows]
    .sort((a, b) => b.count - a.count || a.currency.localeCompare(b.currency))
    .map(({ currency, count, amount, fees }) => ({
      currency,
      count,
      amount: toWireDecimal(Number(amount), currency),
      fees: toWireDecimal(Number(fees), currency),
    }));
}
