import { Prisma } from "@/generated/prisma/client";
import { LINGERING_DAYS } from "@/lib/contracts/values/lingering";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import type { CompanyContext } from "@/server/platform/context";
import { readRows } from "@/server/platform/read-rows";
import {
  type BookedRow,
  bookedRow,
  type ChargeRow,
  connectedProcessors,
  openCharges,
  paidOutUntil,
} from "./booked-payments";
import type { RefundLine, Surroundings } from "./likely-cause";
import { TWIN_DAYS } from "./recorded-twice";

export interface LingeringRow {
  payment: BookedRow;
  days: number;
  matchedIn: Surroundings["matchedIn"];
}

/** Another payment of the customer of a lingering one. */
export interface NeighbourRow {
  /** The lingering one's id. */
  of: number;
  payment: BookedRow;
}

/** Minor units in text. */
export type RefundRow = Omit<RefundLine, "gross"> & { gross: string };

interface FactsRow {
  processors: string[];
  /** By currency. */
  paidOut: Record<string, string | null>;
}

const [OWN, OTHER] = [Prisma.sql`q`, Prisma.sql`p`];

/** All payments that wait too long, oldest first, with what can explain that, in one snapshot and one round trip. */
export async function readLingering(ctx: CompanyContext) {
  const { companyId } = ctx;
  const lingering = lingeringOf(ctx);
  const [rows, explained, receipts, charges, refunds, [facts]] = await readRows<
    [LingeringRow, NeighbourRow, NeighbourRow, ChargeRow, RefundRow, FactsRow]
  >(
    ctx,
    Prisma.sql`WITH q AS (${lingering})
      SELECT ${bookedRow(OWN)} AS payment, q.today - q.txn_date AS days,
        (SELECT jsonb_build_object('depositId', m.deposit_id, 'accepted', m.state = 'accepted')
          FROM match_payments mp JOIN matches m ON m.company_id = mp.company_id AND m.id = mp.match_id
          WHERE mp.company_id = q.company_id AND mp.payment_id = q.id AND mp.live LIMIT 1) AS "matchedIn"
      FROM q ORDER BY q.txn_date, q.id`,
    Prisma.sql`WITH q AS (${lingering})
      SELECT q.id AS of, ${bookedRow(OTHER)} AS payment ${neighbours(Prisma.sql`q.amount`)}
        AND p.txn_date BETWEEN q.txn_date - ${TWIN_DAYS}::int AND q.txn_date + ${TWIN_DAYS}::int
        AND (p.state = 'deposited' OR p.state = 'open' AND EXISTS (SELECT FROM match_payments mp
          WHERE mp.company_id = p.company_id AND mp.payment_id = p.id AND mp.live))`,
    Prisma.sql`WITH q AS (${lingering})
      SELECT q.id AS of, ${bookedRow(OTHER)} AS payment ${neighbours(Prisma.sql`-q.amount`)}
        AND p.kind = 'RefundReceipt' AND p.state <> 'gone'`,
    openCharges(ctx),
    Prisma.sql`WITH q AS (${lingering})
      SELECT l.deposit_id AS "depositId", l.date::text AS date, l.currency, l.gross::text AS gross,
        l.customer_name AS "customerName"
      FROM (SELECT DISTINCT currency, amount FROM q) given
      JOIN deposit_lines l ON l.company_id = ${companyId}::uuid AND l.kind = 'refund'
        AND l.currency = given.currency AND l.gross = -given.amount
      JOIN deposits d ON d.company_id = l.company_id AND d.id = l.deposit_id AND d.deleted_at IS NULL`,
    Prisma.sql`WITH q AS (${lingering})
      SELECT ${connectedProcessors(ctx)} AS processors,
        (SELECT coalesce(jsonb_object_agg(given.currency, ${paidOutUntil(ctx, Prisma.sql`given.currency`)}),
          '{}') FROM (SELECT DISTINCT currency FROM q) given) AS "paidOut"`,
  );
  return { rows, explained, receipts, charges, refunds, facts: facts ?? NOTHING };
}

const NOTHING: FactsRow = { processors: [], paidOut: {} };

/** Today as the company's time zone counts. */
function lingeringOf({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`SELECT open.*, clock.today FROM ledger_payments open
    CROSS JOIN (SELECT (now() AT TIME ZONE coalesce((SELECT time_zone FROM company_settings
      WHERE company_id = ${companyId}::uuid), ${DEFAULT_TIME_ZONE}))::date AS today) clock
    WHERE open.company_id = ${companyId}::uuid AND open.state = 'open' AND open.booked_to IS NULL
      AND open.txn_date < clock.today - ${LINGERING_DAYS}::int
      AND (SELECT i.status <> 'disconnected' FROM integrations i
        WHERE i.company_id = open.company_id AND i.id = open.integration_id)`;
}

function neighbours(amount: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`FROM q JOIN ledger_payments p ON p.company_id = q.company_id
      AND p.integration_id = q.integration_id AND p.customer_id = q.customer_id
      AND p.amount = ${amount} AND p.currency = q.currency
    WHERE q.customer_id <> '' AND p.id <> q.id`;
}
