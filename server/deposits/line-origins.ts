import { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import { LINE_KINDS } from "@/lib/constants/deposits";
import { LEDGER_PAYMENT_KINDS } from "@/lib/constants/payments";
import { isPlannedId } from "@/lib/constants/planned-payments";
import type { Origin } from "@/lib/first-offer";
import { bookingKind } from "@/lib/line-bookings";
import { readKindAccounts } from "@/server/connections/line-settings";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/** Ids of a processor that name one charge, refund or dispute; what else a reference says may be many payments'. */
const OWN_IDS = Prisma.sql`'^(ch|py|pi|pyr|re|dp|du)_|^[0-9]{9,}$'`;

const SHARES_ID = Prisma.sql`(o.charge_id = '' OR l.charge_id = '')
  AND string_to_array(o.reference, ' ') && ARRAY(
    SELECT id FROM unnest(string_to_array(l.reference, ' ')) AS id WHERE id ~ ${OWN_IDS})`;

/** The kinds that a line `l` can take back; its sign is the other one. */
const TAKEN_BACK = Prisma.sql`CASE
  WHEN l.kind IN ('dispute', 'dispute_reversal') THEN ARRAY['dispute', 'dispute_reversal']
  WHEN l.gross < 0 THEN ARRAY['charge']
  WHEN l.kind = 'refund' THEN ARRAY['refund'] ELSE ARRAY['refund', 'dispute'] END`;

/**
 * SQL: what an open line `l` of a deposit `d` takes back, as {@link toOrigin} reads it; null for a line that takes
 * nothing back or is decided. Found by the processor's charge, else by an id that both name: only disputes and
 * refunds, which are few, are searched for that.
 */
export function originOf({ companyId }: Pick<CompanyContext, "companyId">): Prisma.Sql {
  const of = Prisma.sql`o.company_id = ${companyId}::uuid`;
  return Prisma.sql`CASE WHEN l.kind IN ('refund', 'dispute', 'dispute_reversal', 'adjustment')
      AND l.account_id IS NULL AND d.status <> 'posted' AND NOT (l.kind = 'dispute' AND l.gross < 0)
      AND NOT EXISTS (SELECT FROM match_lines ml JOIN matches m ON m.company_id = ml.company_id
        AND m.id = ml.match_id AND m.state = 'accepted'
        WHERE ml.company_id = l.company_id AND ml.line_id = l.id AND ml.live)
    THEN (SELECT jsonb_build_object('kind', o.kind, 'providerKind', o.provider_kind,
        'amount', o.gross::text, 'date', o.date::text, 'quickbooksId', coalesce(od.quickbooks_id, ''),
        'isOthers', od.put_aside_note IS NOT NULL OR coalesce(op.adopted, od.status = 'posted'),
        'accountId', o.account_id, 'accountName', o.account_name,
        'booked', (SELECT jsonb_build_object('id', a.account_id, 'name', a.account_name)
          FROM match_lines ml JOIN deposit_adjustments a ON a.company_id = ml.company_id
            AND a.match_id = ml.match_id AND a.account_id <> ''
          WHERE ml.company_id = o.company_id AND ml.line_id = o.id AND ml.live
            AND NOT EXISTS (SELECT FROM match_payments mp
              WHERE mp.company_id = ml.company_id AND mp.match_id = ml.match_id) LIMIT 1),
        'settings', (SELECT i.settings FROM integrations i
          WHERE i.company_id = od.company_id AND i.id = od.integration_id),
        'payment', (SELECT jsonb_build_object('kind', p.kind, 'id', p.provider_id,
            'number', coalesce(p.raw ->> 'DocNumber', ''))
          FROM match_lines ml
          JOIN matches m ON m.company_id = ml.company_id AND m.id = ml.match_id
            AND (m.state = 'accepted' OR m.origin = 'auto')
          JOIN match_payments mp ON mp.company_id = m.company_id AND mp.match_id = m.id
          JOIN ledger_payments p ON p.company_id = mp.company_id AND p.id = mp.payment_id
          WHERE ml.company_id = o.company_id AND ml.line_id = o.id AND ml.live
          ORDER BY p.id LIMIT 1))
      FROM (SELECT * FROM deposit_lines o WHERE ${of} AND o.charge_id = l.charge_id AND o.charge_id <> ''
        UNION ALL SELECT * FROM deposit_lines o WHERE ${of}
          AND o.kind IN ('dispute', 'dispute_reversal') AND ${SHARES_ID}
        UNION ALL SELECT * FROM deposit_lines o WHERE ${of} AND o.kind = 'refund' AND ${SHARES_ID}) o
      JOIN deposits od ON od.company_id = o.company_id AND od.id = o.deposit_id AND od.deleted_at IS NULL
      LEFT JOIN postings op ON op.company_id = od.company_id AND op.deposit_id = od.id
        AND op.state <> 'undone'
      WHERE o.id <> l.id AND sign(o.gross) = -sign(l.gross) AND o.date <= l.date
        AND o.currency = l.currency AND o.kind::text = ANY(${TAKEN_BACK})
      ORDER BY abs(o.gross) = abs(l.gross) DESC, o.date DESC, o.id DESC LIMIT 1) END`;
}

const text = z.string().nullable();
const storedOrigin = z.object({
  kind: z.enum(LINE_KINDS),
  providerKind: z.string(),
  amount: z.string(),
  date: z.string(),
  quickbooksId: z.string(),
  isOthers: z.boolean(),
  accountId: text,
  accountName: text,
  booked: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Of its source, where the accounts of a kind are. */
  settings: z.unknown(),
  payment: z
    .object({ kind: z.enum(LEDGER_PAYMENT_KINDS), id: z.string(), number: z.string() })
    .nullable(),
});

/** SQL: whether the books may have the whole payout of a deposit `d` already. */
const MAYBE_BOOKED = Prisma.sql`EXISTS (SELECT FROM existing_deposits e
  WHERE e.company_id = d.company_id AND e.deposit_id = d.id AND e.state = 'suggested')`;

/** What {@link originOf} has found. */
export function toOrigin(row: unknown): Origin | null {
  if (row === null || row === undefined) return null;
  const { amount, isOthers, accountId, accountName, booked, payment, ...origin } =
    storedOrigin.parse(row);
  const own = accountId === null ? null : { id: accountId, name: accountName ?? "" };
  const ofKind =
    origin.kind === "charge" || payment !== null
      ? null
      : (readKindAccounts(origin.settings)[bookingKind(origin)] ?? null);
  const account = own ?? booked ?? ofKind;
  return {
    ...{ kind: origin.kind, amount: Number(amount), date: origin.date },
    quickbooksId: origin.quickbooksId,
    // Where someone else booked it isn't known here.
    account: isOthers || !account ? null : { id: account.id, name: account.name },
    payment: payment && {
      kind: payment.kind,
      number: isPlannedId(payment.id) ? "" : payment.number || payment.id,
    },
  };
}

/** What decides the first offer for a line, besides what the engine found. */
interface OfferFacts {
  origin: Origin | null;
  maybeBooked: boolean;
}

/** The facts of open lines, by their ids. */
export async function loadOfferFacts(
  tx: Tx,
  ctx: Pick<CompanyContext, "companyId">,
  lineIds: readonly number[],
): Promise<(lineId: number) => OfferFacts> {
  const rows = await tx.$queryRaw<{ id: number; origin: unknown; maybeBooked: boolean }[]>(
    Prisma.sql`SELECT l.id, ${originOf(ctx)} AS origin, ${MAYBE_BOOKED} AS "maybeBooked"
      FROM deposit_lines l
      JOIN deposits d ON d.company_id = l.company_id AND d.id = l.deposit_id
      WHERE l.company_id = ${ctx.companyId}::uuid AND l.id = ANY(${[...lineIds]}::int[])`,
  );
  const found = new Map(
    rows.map(({ id, origin, maybeBooked }) => [id, { origin: toOrigin(origin), maybeBooked }]),
  );
  return (lineId) => found.get(lineId) ?? { origin: null, maybeBooked: false };
}
