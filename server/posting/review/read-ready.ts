import { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/** What is ready to post: matched, held, and not perhaps in QuickBooks already. Amounts in minor units. */
export interface Ready {
  count: number;
  /** `YYYY-MM-DD`; null without any. */
  from: string | null;
  to: string | null;
  totals: { currency: string; amount: number }[];
  /** Of them: dated up to the last closed day. */
  closed: number;
  /** Changes whenever another deposit is ready, or one of them is matched anew. */
  revision: string;
}

/** SQL: the held postings `p` of deposits `d` that may be posted. Literal, so that the partial index serves. */
export function readyPostings({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`FROM postings p
    JOIN deposits d ON d.company_id = p.company_id AND d.id = p.deposit_id AND d.deleted_at IS NULL
    WHERE p.company_id = ${companyId}::uuid AND p.state = 'held'
      AND NOT EXISTS (SELECT FROM existing_deposits e WHERE e.company_id = p.company_id
        AND e.deposit_id = p.deposit_id AND e.state = 'suggested')`;
}

/** @param closedUntil the last day of the closed period; null while every day is open. */
export async function readReady(
  tx: Tx,
  ctx: CompanyContext,
  closedUntil: string | null,
): Promise<Ready> {
  const rows = await tx.$queryRaw<
    { currency: string; count: number; amount: string; from: string; to: string; closed: number }[]
  >`
    SELECT d.currency, count(*)::int AS count, sum(d.amount)::text AS amount,
      min(d.txn_date)::text AS from, max(d.txn_date)::text AS to,
      count(*) FILTER (WHERE greatest(d.txn_date, d.earliest_date) <= ${closedUntil}::date)::int AS closed
    ${readyPostings(ctx)} GROUP BY d.currency ORDER BY count(*) DESC, d.currency`;
  const [named] = await tx.$queryRaw<[{ revision: string }]>`
    SELECT md5(coalesce(string_agg(p.id::text, ',' ORDER BY p.id), '')) AS revision ${readyPostings(ctx)}`;
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  return {
    count: sum(({ count }) => count),
    from: rows.map(({ from }) => from).toSorted()[0] ?? null,
    to:
      rows
        .map(({ to }) => to)
        .toSorted()
        .at(-1) ?? null,
    totals: rows.map(({ currency, amount }) => ({ currency, amount: Number(amount) })),
    closed: sum(({ closed }) => closed),
    revision: named.revision,
  };
}
