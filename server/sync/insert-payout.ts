import { Prisma } from "@/generated/prisma/client";
import { sumMinor } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import { runStatement } from "@/server/platform/read-rows";
import type { SourceLine } from "@/server/providers/types";
import type { BankDeposit } from "./bank-deposits";
import type { ClaimedRun } from "./claim-run";
import type { CountedPayout } from "./payout-total";

/** A payout with its amount, and the lines of a new one. */
export interface ReadPayout extends Pick<BankDeposit, "settledOn"> {
  payout: CountedPayout;
  lines: SourceLine[];
  /** Nothing of it was stored when the sync began. */
  isNew: boolean;
}

interface Inserted {
  /** Whether this worker still holds the run; otherwise nothing was written. */
  claimed: boolean;
  /** Whether the payout is new. */
  added: boolean;
}

/**
 * Stores a payout with its lines, its audit row and the run's progress, unless another connection with the provider has
 * it already: one statement, one transaction, one round trip. A first sync stores thousands of lines, and the ORM would
 * take a round trip for each of the four and build a parameter for every field. Two connections that read the payout at
 * the same moment store it one after the other, so that the second one sees it.
 * @param done how many payouts of the run are stored with this one
 */
export async function insertPayout(
  ctx: CompanyContext,
  run: ClaimedRun,
  { payout, lines, settledOn }: Omit<ReadPayout, "isNew">,
  done: number,
): Promise<Inserted> {
  const { companyId, userId, role = null, requestId } = ctx;
  const facts = { providerId: payout.providerId, lines: lines.length };
  const later = laterFacts(payout);
  const [row] = await runStatement<Inserted>(
    ctx,
    Prisma.sql`WITH claim AS (
        UPDATE sync_runs SET done = ${done}::int, heartbeat_at = now()
        WHERE company_id = ${companyId}::uuid AND id = ${run.id}::uuid AND attempt = ${run.attempt}::int
          AND state = 'running' RETURNING 1
      ), deposit AS (
        INSERT INTO deposits (company_id, integration_id, provider_id, payout_status, reversed_by, trace_id,
          bank_currency, settled_on, paid_by, returned_amount, lines_checked_at, txn_date, amount, currency,
          description, itemized, raw)
        SELECT ${companyId}::uuid, ${run.integrationId}::uuid, ${payout.providerId},
          ${payout.status}::payout_status, ${later.reversedBy}::text, ${later.traceId}::text,
          ${later.bankCurrency}::char(3), ${settledOn ?? null}::date, ${payout.paidBy ?? null}::text,
          ${returnedIn(lines)}::bigint, now(), ${payout.date}::date,
          ${payout.amount}::bigint, ${payout.currency}::char(3), ${payout.description},
          ${payout.itemized}::boolean, ${JSON.stringify(payout.raw)}::jsonb FROM claim
        WHERE NOT EXISTS (
          SELECT FROM integrations own
          JOIN integrations other ON other.company_id = own.company_id AND other.provider = own.provider
            AND other.id <> own.id
          JOIN deposits d ON d.company_id = other.company_id AND d.integration_id = other.id
          WHERE own.company_id = ${companyId}::uuid AND own.id = ${run.integrationId}::uuid
            AND d.provider_id = ${payout.providerId}
        )
        ON CONFLICT (company_id, integration_id, provider_id) DO NOTHING RETURNING id
      ), lines AS (
        INSERT INTO deposit_lines (company_id, deposit_id, provider_id, kind, provider_kind, date, gross, fee,
          net, currency, fee_predicted, returned_as, description, customer_name, customer_email, customer,
          reference, raw)
        SELECT ${companyId}::uuid, deposit.id, line."providerId", line.kind::line_kind, line."providerKind",
          line.date, line.gross, line.fee, line.net, line.currency, line."feePredicted", line."returnedAs",
          line.description, line."customerName", line."customerEmail", line.customer, line.reference, line.raw
        FROM deposit, ROWS FROM (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS (
          "providerId" text, kind text, "providerKind" text, date date, gross bigint, fee bigint, net bigint,
          currency char(3), "feePredicted" boolean, "returnedAs" text, description text, "customerName" text,
          "customerEmail" text, customer jsonb, reference text, raw jsonb
        )) WITH ORDINALITY AS line ORDER BY line.ordinality
      ), audit AS (
        INSERT INTO audit_events (company_id, user_id, role, request_id, action, entity, entity_id, data)
        SELECT ${companyId}::uuid, ${userId}::int, ${role}::membership_role, ${requestId}::text, 'deposit.received', 'deposit',
          deposit.id::text, ${JSON.stringify(facts)}::jsonb FROM deposit
      )
      SELECT EXISTS (SELECT FROM claim) AS claimed, EXISTS (SELECT FROM deposit) AS added`,
    `payout ${payout.providerId} of ${companyId}`,
  );
  if (!row) throw new Error("a statement without a row");
  return row;
}

function returnedIn(lines: readonly SourceLine[]): number | null {
  const returned = lines.filter(({ returnedAs }) => returnedAs !== undefined);
  return returned.length === 0 ? null : sumMinor(returned.map(({ gross }) => gross));
}

/** What a source may say of a payout later than the payout itself. */
export function laterFacts({ reversedBy, traceId, bankCurrency }: CountedPayout) {
  return {
    reversedBy: reversedBy ?? null,
    traceId: traceId ?? null,
    bankCurrency: bankCurrency ?? null,
  };
}
