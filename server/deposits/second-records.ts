import { Prisma } from "@/generated/prisma/client";
import type { MatchView } from "@/lib/contracts/match-views";
import { daysBetween } from "@/lib/dates";
import type { CompanyContext } from "@/server/platform/context";
import type { AddressOf } from "./book-addresses";
import {
  type BookedPayment,
  isSecondRecord,
  shownNumber,
  TWIN_DAYS,
  twiceText,
} from "./duplicate-payments";
import {
  type BookedRow,
  bookedRow,
  type ChargeRow,
  connectedProcessors,
  openCharges,
  paidOutUntil,
  toBookedPayment,
  toOpenCharge,
  toProcessors,
} from "./settlement-rows";

/** A payment of a match, and an open one of the same customer and amount, with what could explain that. */
export interface TwinRow {
  matchId: string;
  first: BookedRow;
  second: BookedRow;
  charges: ChargeRow[];
  paidOutUntil: string | null;
  processors: string[];
}

const [FIRST, SECOND] = [Prisma.sql`p`, Prisma.sql`q`];

/**
 * The open payments that may be second records of the payments in live matches of some deposits.
 * @param page selects the rows of `deposits`.
 */
export function twinsOf(ctx: CompanyContext, page: Prisma.Sql): Prisma.Sql {
  const { companyId } = ctx;
  return Prisma.sql`WITH page AS (${page})
    SELECT mp.match_id AS "matchId", ${bookedRow(FIRST)} AS first, ${bookedRow(SECOND)} AS second,
      (SELECT coalesce(jsonb_agg(to_jsonb(c)), '[]') FROM (${openCharges(ctx)}) c
        WHERE c.currency = q.currency AND (c."isWholePayout"
          OR q.amount::text IN (c.gross, c.net))) AS charges,
      ${paidOutUntil(ctx, Prisma.sql`q.currency`)} AS "paidOutUntil",
      ${connectedProcessors(ctx)} AS processors
    FROM page d
    JOIN matches m ON m.company_id = ${companyId}::uuid AND m.deposit_id = d.id AND m.live
    JOIN match_payments mp ON mp.company_id = m.company_id AND mp.match_id = m.id
    JOIN ledger_payments p ON p.company_id = mp.company_id AND p.id = mp.payment_id
    JOIN ledger_payments q ON q.company_id = p.company_id AND q.integration_id = p.integration_id
      AND q.customer_id = p.customer_id AND q.amount = p.amount AND q.currency = p.currency
    WHERE p.customer_id <> '' AND p.state <> 'planned' AND q.id <> p.id AND q.state = 'open'
      AND q.txn_date BETWEEN p.txn_date - ${TWIN_DAYS}::int AND p.txn_date + ${TWIN_DAYS}::int
      AND NOT EXISTS (SELECT FROM match_payments held
        WHERE held.company_id = q.company_id AND held.payment_id = q.id AND held.live)
    ORDER BY q.id`;
}

export type RecordedTwice = MatchView["recorded_twice"][number];

/** What is recorded twice, by the match that has one of the records. */
export function recordedTwice(
  rows: readonly TwinRow[],
  addressOf: AddressOf,
): ReadonlyMap<string, RecordedTwice[]> {
  const found = new Map<string, Map<number, BookedPayment[]>>();
  for (const { matchId, first, second } of nearestPairs(rows)) {
    const groups = found.get(matchId) ?? new Map<number, BookedPayment[]>();
    groups.set(first.id, [...(groups.get(first.id) ?? [first]), second]);
    found.set(matchId, groups);
  }
  return new Map(
    [...found].map(([matchId, groups]) => [
      matchId,
      [...groups.values()].map((each) => toRecordedTwice(each, addressOf)),
    ]),
  );
}

interface Pair {
  matchId: string;
  first: BookedPayment;
  second: BookedPayment;
}

/** Of two matched payments that are alike, an open one is the second record of the nearer one only. */
function nearestPairs(rows: readonly TwinRow[]): Pair[] {
  const nearest = new Map<number, Pair>();
  for (const { matchId, ...row } of rows) {
    const pair = {
      matchId,
      first: toBookedPayment(row.first),
      second: toBookedPayment(row.second),
    };
    const paidOut = {
      openCharges: row.charges.map(toOpenCharge),
      paidOutUntil: row.paidOutUntil,
      processors: toProcessors(row.processors),
    };
    if (!isSecondRecord(pair.first, pair.second, paidOut)) continue;
    const known = nearest.get(pair.second.id);
    if (!known || apart(pair) < apart(known)) nearest.set(pair.second.id, pair);
  }
  return [...nearest.values()];
}

function apart({ first, second }: Pair): number {
  return Math.abs(daysBetween(first.date, second.date));
}

function toRecordedTwice(records: BookedPayment[], addressOf: AddressOf): RecordedTwice {
  return {
    text: records[0] ? twiceText(records[0], records.length) : "",
    payments: records.map((payment, index) => ({
      kind: payment.kind,
      number: shownNumber(payment),
      quickbooks_url: addressOf(payment.providerId, payment.kind),
      matched: index === 0,
    })),
  };
}
