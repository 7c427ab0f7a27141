import { type Deposit, Prisma } from "@/generated/prisma/client";
import { sumMinor } from "@/lib/money";
import { DIFFERENCE } from "@/lib/payout-difference";
import { RETURNS_A_PAYOUT } from "@/lib/stripe-line-kind";
import { type Discount, predictFeeLine } from "@/server/connections/predicted-fees";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { executePrepared } from "@/server/platform/prepared-queries";
import { ClaimLostError } from "@/server/platform/queue/claims";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { SourceLine, SourcePayout } from "@/server/providers/types";
import { requestAutoMatch } from "@/server/work/company";
import { CLAIM_LOST, type ClaimedRun, updateRun } from "./claim-run";
import type { BankDeposit } from "./deposits-in-books";
import { isReturned, notifyReturned } from "./returned-payouts";

type Outcome = "added" | "updated" | "unchanged";

/**
 * Keeps one payout with its lines and the run's progress, keyed by the provider's id. A payout that is there already only
 * changes its status and what the source says later; one that was deleted here stays deleted.
 * @param done how many payouts of the run are stored with this one
 * @throws ClaimLostError when another worker has claimed the run: a new payout isn't written then
 */
export async function storePayout(
  ctx: CompanyContext,
  run: ClaimedRun,
  read: ReadPayout,
  done: number,
): Promise<Outcome> {
  const { payout, isNew } = read;
  if (isNew) {
    const { claimed, added } = await insertPayout(ctx, run, read, done);
    if (!claimed) throw new ClaimLostError(CLAIM_LOST);
    if (added) return "added";
  }
  const { companyId, integrationId } = run;
  const key = { companyId, integrationId, providerId: payout.providerId };
  return db(ctx).$transaction(async (tx) => {
    const existing = await tx.deposit.findUnique({
      where: { companyId_integrationId_providerId: key },
      select: KEPT,
    });
    // It came in by another connection meanwhile.
    if (!existing) return "unchanged";
    if (!isNew) await updateRun(ctx, run, { done }, tx);
    return update(tx, ctx, existing, payout);
  });
}

/** A line as it is stored. */
function toLineRow(
  companyId: string,
  depositId: number,
  { date, customer, raw, numbers = [], paid, ...facts }: SourceLine,
): Prisma.DepositLineCreateManyInput {
  const { paidBy: _paidBy, firstPaidIn: _firstPaidIn, ...line } = facts;
  return {
    ...line,
    numbers: numbers.map(({ field, value }) => ({ field, value })),
    paidAmount: paid?.amount ?? null,
    paidCurrency: paid?.currency ?? null,
    companyId,
    depositId,
    date: new Date(date),
    customer: customer ? { ...customer } : Prisma.DbNull,
    raw: raw as Prisma.InputJsonValue,
  };
}

const KEPT = {
  id: true,
  payoutStatus: true,
  status: true,
  deletedAt: true,
  reversedBy: true,
  traceId: true,
  bankCurrency: true,
} as const satisfies Prisma.DepositSelect;

type Existing = Prisma.DepositGetPayload<{ select: typeof KEPT }>;

async function update(
  tx: Tx,
  ctx: CompanyContext,
  existing: Existing,
  payout: CountedPayout,
): Promise<Outcome> {
  const { companyId } = ctx;
  const { providerId, status } = payout;
  const later = laterFacts(payout);
  const isKnown =
    existing.reversedBy === later.reversedBy &&
    existing.traceId === later.traceId &&
    existing.bankCurrency === later.bankCurrency;
  if (existing.payoutStatus === status && isKnown) return "unchanged";
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: existing.id } },
    data: { payoutStatus: status, ...later },
  });
  const news = existing.payoutStatus !== status && isReturned(status);
  if (news && !existing.deletedAt) {
    const { id } = existing;
    await notifyReturned(tx, ctx, { id, providerId, payoutStatus: status }, existing.status);
  }
  return "updated";
}

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
async function insertPayout(
  ctx: CompanyContext,
  run: ClaimedRun,
  read: Omit<ReadPayout, "isNew">,
  done: number,
): Promise<Inserted> {
  const { companyId } = ctx;
  const claim = Prisma.sql`UPDATE sync_runs SET done = ${done}::int, heartbeat_at = now()
        WHERE company_id = ${companyId}::uuid AND id = ${run.id}::uuid AND attempt = ${run.attempt}::int
          AND state = 'running' RETURNING 1`;
  const [row] = await executePrepared<Inserted>(
    ctx,
    insertion(ctx, run.integrationId, claim, read),
    `payout ${read.payout.providerId} of ${companyId}`,
  );
  if (!row) throw new Error("a statement without a row");
  return row;
}

/**
 * SQL that stores a payout with its lines and its audit row, unless another connection with the provider has it already.
 * @param claim returns a row where it may be stored
 */
export function insertion(
  ctx: CompanyContext,
  integrationId: string,
  claim: Prisma.Sql,
  { payout, lines, settledOn }: Omit<ReadPayout, "isNew">,
): Prisma.Sql {
  const { companyId, userId, role = null, requestId } = ctx;
  const facts = { providerId: payout.providerId, lines: lines.length, ...cameBack(lines) };
  const later = laterFacts(payout);
  return Prisma.sql`WITH claim AS (${claim}
      ), deposit AS (
        INSERT INTO deposits (company_id, integration_id, provider_id, payout_status, reversed_by, trace_id,
          bank_currency, settled_on, paid_by, returned_amount, lines_checked_at, txn_date, amount, currency,
          description, itemized, raw)
        SELECT ${companyId}::uuid, ${integrationId}::uuid, ${payout.providerId},
          ${payout.status}::payout_status, ${later.reversedBy}::text, ${later.traceId}::text,
          ${later.bankCurrency}::char(3), ${settledOn ?? null}::date, ${payout.paidBy ?? null}::text,
          ${returnedIn(lines)}::bigint, now(), ${payout.date}::date,
          ${payout.amount}::bigint, ${payout.currency}::char(3), ${payout.description},
          ${payout.itemized}::boolean, ${JSON.stringify(payout.raw)}::jsonb FROM claim
        WHERE NOT EXISTS (
          SELECT FROM integrations own
          JOIN integrations other ON other.company_id = own.company_id AND other.provider = own.provider
            AND other.id <> own.id AND own.provider <> 'file'
          JOIN deposits d ON d.company_id = other.company_id AND d.integration_id = other.id
          WHERE own.company_id = ${companyId}::uuid AND own.id = ${integrationId}::uuid
            AND d.provider_id = ${payout.providerId}
        )
        ON CONFLICT (company_id, integration_id, provider_id) DO NOTHING RETURNING id
      ), lines AS (
        INSERT INTO deposit_lines (company_id, deposit_id, provider_id, kind, provider_kind, date, gross, fee,
          net, currency, fee_predicted, returned_as, description, customer_name, customer_email, customer,
          reference, numbers, charge_id, paid_amount, paid_currency, raw)
        SELECT ${companyId}::uuid, deposit.id, line."providerId", line.kind::line_kind, line."providerKind",
          line.date, line.gross, line.fee, line.net, line.currency, line."feePredicted", line."returnedAs",
          line.description, line."customerName", line."customerEmail", line.customer, line.reference,
          coalesce(line.numbers, '[]'), coalesce(line."chargeId", ''), (line.paid->>'amount')::bigint,
          line.paid->>'currency', line.raw
        FROM deposit, ROWS FROM (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS (
          "providerId" text, kind text, "providerKind" text, date date, gross bigint, fee bigint, net bigint,
          currency char(3), "feePredicted" boolean, "returnedAs" text, description text, "customerName" text,
          "customerEmail" text, customer jsonb, reference text, numbers jsonb, "chargeId" text, paid jsonb, raw jsonb
        )) WITH ORDINALITY AS line ORDER BY line.ordinality
      ), audit AS (
        INSERT INTO audit_events (company_id, user_id, role, request_id, action, entity, entity_id, data)
        SELECT ${companyId}::uuid, ${userId}::int, ${role}::membership_role, ${requestId}::text, 'deposit.received', 'deposit',
          deposit.id::text, ${JSON.stringify(facts)}::jsonb FROM deposit
      )
      SELECT EXISTS (SELECT FROM claim) AS claimed, EXISTS (SELECT FROM deposit) AS added`;
}

/** For the history: the payouts whose money came back with this one. */
function cameBack(lines: readonly SourceLine[]): { cameBack?: string[] } {
  const ids = [...new Set(lines.flatMap(({ firstPaidIn }) => firstPaidIn ?? []))];
  return ids.length === 0 ? {} : { cameBack: ids };
}

function returnedIn(lines: readonly SourceLine[]): number | null {
  const returned = lines.filter(({ returnedAs }) => returnedAs !== undefined);
  return returned.length === 0 ? null : sumMinor(returned.map(({ gross }) => gross));
}

/** What a source may say of a payout later than the payout itself. */
function laterFacts({ reversedBy, traceId, bankCurrency }: CountedPayout) {
  return {
    reversedBy: reversedBy ?? null,
    traceId: traceId ?? null,
    bankCurrency: bankCurrency ?? null,
  };
}

/** A payout whose amount is known. */
type CountedPayout = SourcePayout & { amount: number };

/**
 * A payout with its lines as they are stored, in minor units. The amount is the sum of the lines where the
 * source reports none, less the predicted fee where the source reports no fees (`discount`).
 */
export function payoutTotal(
  payout: SourcePayout,
  lines: SourceLine[],
  discount: Discount | null,
): { payout: CountedPayout; lines: SourceLine[] } {
  const amount = payout.amount ?? sumMinor(lines.map(({ net }) => net));
  const fee = discount && payout.itemized ? predictFeeLine(discount, payout, lines) : null;
  if (!fee) return { payout: { ...payout, amount }, lines };
  return { payout: { ...payout, amount: amount + fee.net }, lines: [...lines, fee] };
}

/**
 * Stores the lines of a payout that could not be explained before (by a difference, or another payout's money as a whole), where they have changed and no user has decided
 * anything about them. Its suggestions rest on the old lines, so they go.
 * @returns whether they were replaced.
 */
export function replaceLines(
  ctx: CompanyContext,
  key: { integrationId: string; providerId: string },
  lines: SourceLine[],
): Promise<boolean> {
  const { companyId } = ctx;
  return withCompanyLock(ctx, async (tx) => {
    const deposit = await tx.deposit.findFirst({
      where: {
        ...{ companyId, ...key, deletedAt: null, status: { in: ["pending", "suggested"] } },
        matches: { none: { state: "accepted" } },
        lines: {
          none: {
            OR: [
              ...[{ NOT: { accountId: null } }, { NOT: { feeAccountId: null } }],
              ...[{ NOT: { waitUntil: null } }, { questions: { some: {} } }],
            ],
          },
        },
      },
      include: { lines: { select: { providerId: true, net: true } } },
    });
    if (!deposit) return false;
    const before = new Map(deposit.lines.map(({ providerId, net }) => [providerId, Number(net)]));
    const isSame =
      before.size === lines.length &&
      lines.every(({ providerId, net }) => before.get(providerId) === net);
    if (isSame) return false;
    const depositId = deposit.id;
    await tx.match.deleteMany({ where: { companyId, depositId, state: "proposed" } });
    await tx.depositLine.deleteMany({ where: { companyId, depositId } });
    await tx.depositLine.createMany({
      data: lines.map((line) => toLineRow(companyId, depositId, line)),
    });
    await tx.deposit.update({
      where: { companyId_id: { companyId, id: depositId } },
      data: { status: "pending", version: { increment: 1 } },
    });
    await recordAudit(tx, ctx, {
      action: "deposit.lines_replaced",
      entity: "deposit",
      entityId: depositId,
      data: { lines: lines.length, ...cameBack(lines) },
    });
    await requestAutoMatch(tx, ctx);
    return true;
  });
}

export type KnownPayout = Pick<
  Deposit,
  "payoutStatus" | "reversedBy" | "traceId" | "bankCurrency"
> & {
  /** Its lines can't be explained as they are: one makes up a difference, or is the money of another payout as a whole. */
  isUnclear: boolean;
};
export type KnownPayouts = ReadonlyMap<string, KnownPayout>;

/** A connection's stored payouts by the provider's ids, deleted ones too. */
export async function knownPayouts(
  ctx: CompanyContext,
  integrationId: string,
): Promise<KnownPayouts> {
  const { companyId } = ctx;
  const rows = await db(ctx).deposit.findMany({
    where: { companyId, integrationId },
    select: {
      ...{ providerId: true, payoutStatus: true, reversedBy: true },
      ...{ traceId: true, bankCurrency: true },
    },
  });
  const unclear = await db(ctx).$queryRaw<{ id: string }[]>`
    SELECT d.provider_id AS id FROM deposits d
    JOIN deposit_lines l ON l.company_id = d.company_id AND l.deposit_id = d.id
      AND (l.provider_id = d.provider_id || '-difference' AND l.provider_kind = ${DIFFERENCE}
        OR l.provider_kind = ANY (${[...RETURNS_A_PAYOUT]}::text[]))
    WHERE d.company_id = ${companyId}::uuid AND d.integration_id = ${integrationId}::uuid
      AND d.status IN ('pending', 'suggested') AND d.deleted_at IS NULL`;
  const ids = new Set(unclear.map(({ id }) => id));
  return new Map(
    rows.map(({ providerId, ...row }) => [providerId, { ...row, isUnclear: ids.has(providerId) }]),
  );
}

/** Ids of payouts that other connections with the same provider have stored: they would be posted twice. */
export async function payoutsElsewhere(
  ctx: CompanyContext,
  { integrationId, integration: { provider } }: ClaimedRun,
): Promise<ReadonlySet<string>> {
  const rows = await db(ctx).deposit.findMany({
    where: {
      ...{ companyId: ctx.companyId, integrationId: { not: integrationId } },
      integration: { provider },
    },
    select: { providerId: true },
  });
  return new Set(rows.map(({ providerId }) => providerId));
}
