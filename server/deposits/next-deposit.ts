import { Prisma } from "@/generated/prisma/client";
import type { nextDeposit as contract, NextDeposit } from "@/lib/contracts/deposit-queue";
import type { QueryOf } from "@/lib/contracts/endpoint";
import { toWireDecimal } from "@/lib/money";
import type { ProviderId } from "@/lib/providers/list";
import { sourceName } from "@/server/connections/find";
import { DEPOSIT_NOT_FOUND } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { localToday } from "@/server/work/company";

interface Place {
  /** Of {@link QUEUES}; null for a deposit that is in none of them. */
  rank: number | null;
  date: string;
  id: number;
}

interface Row {
  id: number;
  date: string;
  /** Minor units in text. */
  amount: string;
  currency: string;
  provider: ProviderId;
  account: string;
  status: "pending" | "suggested" | "matched" | "posted";
}

/**
 * The neighbour of a deposit on the worklist; null at the end.
 * @throws NotFoundError when the deposit does not exist, was deleted, or is another company's.
 */
export async function nextDeposit(
  ctx: CompanyContext,
  { after, direction }: QueryOf<typeof contract>,
): Promise<NextDeposit> {
  return db(ctx).$transaction(async (tx) => {
    const place = await placeOf(tx, ctx, after);
    const ranks = QUEUES.map((_, rank) => rank);
    for (const rank of direction === "next" ? ranks : ranks.reverse()) {
      const found = await neighbour(tx, ctx, { place, rank, direction });
      if (found) return { deposit: toView(found) };
    }
    return { deposit: null };
  });
}

/** In the order in which they are worked through. Literal statuses, so that their partial indexes serve. */
const QUEUES = [isStuck, isSuggested, isOpen] as const;

/** The books refused it, or something is missing for it. */
function isStuck(): Prisma.Sql {
  return Prisma.sql`d.status = 'matched' AND EXISTS (SELECT FROM postings p
    WHERE p.company_id = d.company_id AND p.deposit_id = d.id AND p.state IN ('failed', 'blocked'))`;
}

function isSuggested(): Prisma.Sql {
  return Prisma.sql`d.status = 'suggested'`;
}

/** Money has arrived, and not all that is open was put aside until a later day. */
function isOpen(ctx: CompanyContext): Prisma.Sql {
  const today = localToday(ctx);
  const linesOf = Prisma.sql`SELECT FROM deposit_lines l
    WHERE l.company_id = d.company_id AND l.deposit_id = d.id`;
  return Prisma.sql`d.status = 'pending' AND d.payout_status = 'paid'
    AND (NOT EXISTS (${linesOf} AND l.wait_until > ${today})
      OR EXISTS (${linesOf} AND l.account_id IS NULL
        AND l.kind IN ('charge', 'refund', 'dispute', 'dispute_reversal')
        AND (l.wait_until IS NULL OR l.wait_until <= ${today})
        AND NOT EXISTS (SELECT FROM match_lines ml
          WHERE ml.company_id = l.company_id AND ml.line_id = l.id AND ml.live)))`;
}

async function placeOf(tx: Tx, ctx: CompanyContext, id: number): Promise<Place> {
  const ranks = QUEUES.map((queue, rank) => Prisma.sql`WHEN ${queue(ctx)} THEN ${rank}::int`);
  const [place] = await tx.$queryRaw<Place[]>`
    SELECT CASE ${Prisma.join(ranks, " ")} END AS rank, d.txn_date::text AS date, d.id
    FROM deposits d
    WHERE d.company_id = ${ctx.companyId}::uuid AND d.id = ${id} AND d.deleted_at IS NULL`;
  if (!place) throw new NotFoundError(DEPOSIT_NOT_FOUND);
  return place;
}

async function neighbour(
  tx: Tx,
  ctx: CompanyContext,
  at: { place: Place; rank: number; direction: "next" | "previous" },
): Promise<Row | undefined> {
  const { place, rank, direction } = at;
  const queue = QUEUES[rank];
  const isNext = direction === "next";
  // Queues on the other side of the place have no neighbour; a deposit outside has only the first as one.
  const isBehind = place.rank === null ? !isNext : isNext ? rank < place.rank : rank > place.rank;
  if (!queue || isBehind) return undefined;
  const key = Prisma.sql`(${place.date}::date, ${place.id})`;
  const beyond = isNext
    ? Prisma.sql`AND (d.txn_date, d.id) > ${key}`
    : Prisma.sql`AND (d.txn_date, d.id) < ${key}`;
  const [found] = await tx.$queryRaw<Row[]>`
    SELECT d.id, d.txn_date::text AS date, d.amount::text AS amount, d.currency, d.status::text AS status,
      (SELECT i.provider::text FROM integrations i
        WHERE i.company_id = d.company_id AND i.id = d.integration_id) AS provider,
      (SELECT i.display_name FROM integrations i
        WHERE i.company_id = d.company_id AND i.id = d.integration_id) AS account
    FROM deposits d
    WHERE d.company_id = ${ctx.companyId}::uuid AND d.deleted_at IS NULL AND ${queue(ctx)}
      ${rank === place.rank ? beyond : Prisma.empty}
    ORDER BY ${isNext ? Prisma.sql`d.txn_date, d.id` : Prisma.sql`d.txn_date DESC, d.id DESC`}
    LIMIT 1`;
  return found;
}

function toView({
  id,
  date,
  amount,
  currency,
  provider,
  account,
  status,
}: Row): NextDeposit["deposit"] {
  return {
    id,
    txn_date: date,
    total_amt: toWireDecimal(Number(amount), currency),
    currency,
    source: sourceName(provider, account),
    status,
  };
}
