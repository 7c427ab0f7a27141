import type { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { HasFilter, PostedFilter } from "@/lib/constants/deposits";
import type { DepositStatus, depositFilter } from "@/lib/contracts/deposits";
import { dateText } from "@/lib/dates";
import { LEDGERS, providerOfWire } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { wireDateFormat } from "@/server/work/company";
import { dependsOnFormat, parseSearch, type SearchTerm } from "./search";
import { searchCtes } from "./search/search-ctes";

export type DepositFilter = z.infer<typeof depositFilter>;

/** Which deposits a filter lets through. */
export interface DepositCriteria extends Omit<DepositFilter, "q" | "status"> {
  status: DepositStatus | undefined;
  search: SearchTerm[] | undefined;
  /** An instant; deleted deposits are let through then. */
  updatedSince?: string | undefined;
}

/** A filter of the wire, its search understood. @throws NotFoundError for an account of another company. */
export async function readCriteria(
  ctx: CompanyContext,
  { q, status, ...filter }: DepositFilter,
  tx?: Tx,
): Promise<DepositCriteria> {
  if (filter.connection_id) await requireConnection(tx ?? db(ctx), ctx, filter.connection_id);
  return {
    ...filter,
    status: status === "all" ? undefined : status,
    search: await readSearch(ctx, q, tx),
  };
}

async function requireConnection(tx: Tx, { companyId }: CompanyContext, id: string): Promise<void> {
  if ((await tx.integration.count({ where: { companyId, id } })) === 1) return;
  throw new NotFoundError("This account isn't connected to this company.");
}

/** Literal, so that their partial indexes serve: comparing with a parameter is behind the second wall. */
const HAS_STATUS = {
  pending: Prisma.sql`AND d.status = 'pending'`,
  suggested: Prisma.sql`AND d.status = 'suggested'`,
  matched: Prisma.sql`AND d.status = 'matched'`,
  posted: Prisma.sql`AND d.status = 'posted'`,
} satisfies Record<DepositStatus, Prisma.Sql>;

const POSTED = {
  no: Prisma.sql`AND d.status <> 'posted'`,
  failed: Prisma.sql`AND EXISTS (SELECT FROM postings p WHERE p.company_id = d.company_id
    AND p.deposit_id = d.id AND p.state IN ('blocked', 'failed'))`,
  ready: Prisma.sql`AND EXISTS (SELECT FROM postings p WHERE p.company_id = d.company_id
    AND p.deposit_id = d.id AND p.state = 'held') AND NOT EXISTS (SELECT FROM existing_deposits e
    WHERE e.company_id = d.company_id AND e.deposit_id = d.id AND e.state = 'suggested')`,
  already: Prisma.sql`AND d.status = 'posted' AND EXISTS (SELECT FROM postings p
    WHERE p.company_id = d.company_id AND p.deposit_id = d.id AND p.state = 'posted' AND p.adopted)`,
} satisfies Record<PostedFilter, Prisma.Sql>;

const HAS = {
  refund: Prisma.sql`AND EXISTS (SELECT FROM deposit_lines l WHERE l.company_id = d.company_id
    AND l.deposit_id = d.id AND l.kind = 'refund')`,
  dispute: Prisma.sql`AND EXISTS (SELECT FROM deposit_lines l WHERE l.company_id = d.company_id
    AND l.deposit_id = d.id AND l.kind = ANY (ARRAY['dispute', 'dispute_reversal']::line_kind[]))`,
} satisfies Record<HasFilter, Prisma.Sql>;

/** The name of the company's bank account, empty until it is chosen, and the settings of the connected books. */
export function bankOf({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`bank AS MATERIALIZED (
    SELECT coalesce(b.settings ->> 'bankName', '') AS name, b.settings AS books
    FROM (SELECT (SELECT i.settings FROM integrations i
      WHERE i.company_id = ${companyId}::uuid AND i.provider = ANY (${LEDGERS}::provider[])
        AND i.status <> 'disconnected') AS settings) b)`;
}

/** CTEs that {@link chosenFrom} needs. */
export function criteriaCtes(ctx: CompanyContext, { search }: DepositCriteria): Prisma.Sql {
  return search ? Prisma.sql`${bankOf(ctx)}, ${searchCtes(ctx, search)}` : bankOf(ctx);
}

/** FROM and WHERE of the chosen deposits `d`, after {@link criteriaCtes}. */
export function chosenFrom(ctx: CompanyContext, criteria: DepositCriteria): Prisma.Sql {
  const { status, search, from, to, source, connection_id, posted, has, currency, updatedSince } =
    criteria;
  const found = search ? Prisma.sql`JOIN found f ON f.deposit_id = d.id` : Prisma.empty;
  const ofSource =
    source === undefined
      ? Prisma.empty
      : Prisma.sql`AND d.integration_id = ANY (ARRAY(SELECT i.id FROM integrations i
          WHERE i.company_id = ${ctx.companyId}::uuid AND i.provider = ${providerOfWire(source).id}::provider))`;
  const ofConnection = connection_id
    ? Prisma.sql`AND d.integration_id = ${connection_id}::uuid`
    : Prisma.empty;
  const inCurrency =
    currency === undefined ? Prisma.empty : Prisma.sql`AND d.currency = ${currency}`;
  return Prisma.sql`FROM deposits d ${found}
    WHERE d.company_id = ${ctx.companyId}::uuid ${isKept(updatedSince)}
      ${hasStatus(status)} ${inRange(from, to)} ${ofSource} ${ofConnection} ${inCurrency}
      ${posted ? POSTED[posted] : Prisma.empty} ${has ? HAS[has] : Prisma.empty}`;
}

/**
 * How many there are: counted ahead by day and status, for a filter that asks for nothing else.
 * @returns null where they have to be counted.
 */
export function countedAhead(
  { companyId }: CompanyContext,
  criteria: DepositCriteria,
): Prisma.Sql | null {
  const { status, search, from, to, source, connection_id, posted, has, currency, updatedSince } =
    criteria;
  if (search || source || connection_id || posted || has || currency || updatedSince) return null;
  const counts =
    from === undefined && to === undefined
      ? Prisma.sql`deposit_totals`
      : Prisma.sql`deposit_counts`;
  return Prisma.sql`SELECT coalesce(sum(d.deposits), 0) FROM ${counts} d
    WHERE d.company_id = ${companyId}::uuid ${hasStatus(status)} ${inRange(from, to)}`;
}

/** Whether anything is left out. */
export function isNarrowed(criteria: DepositCriteria): boolean {
  return Object.values(criteria).some((value) => value !== undefined);
}

/** SQL: not deleted; where changes are followed, a deletion is one of them. */
export function isKept(updatedSince: string | undefined): Prisma.Sql {
  return updatedSince === undefined
    ? Prisma.sql`AND d.deleted_at IS NULL`
    : Prisma.sql`AND d.updated_at >= ${updatedSince}::timestamptz`;
}

function hasStatus(status: DepositStatus | undefined): Prisma.Sql {
  return status ? HAS_STATUS[status] : Prisma.empty;
}

/** The days from one to another, of a table `d`; the counts by day have them too. */
function inRange(from: string | undefined, to: string | undefined): Prisma.Sql {
  const first = from === undefined ? Prisma.empty : Prisma.sql`AND d.txn_date >= ${from}::date`;
  const last = to === undefined ? Prisma.empty : Prisma.sql`AND d.txn_date <= ${to}::date`;
  return Prisma.sql`${first} ${last}`;
}

/** What a company's search looks for; undefined when nothing is. Its date format is read only where it matters. */
async function readSearch(
  ctx: CompanyContext,
  typed: string | undefined,
  tx: Tx = db(ctx),
): Promise<SearchTerm[] | undefined> {
  if (typed === undefined) return undefined;
  const { companyId } = ctx;
  const settings = dependsOnFormat(typed)
    ? await tx.companySettings.findUnique({ where: { companyId } })
    : null;
  const format = wireDateFormat(settings?.dateFormat);
  const terms = parseSearch(typed, { format, today: dateText(new Date()) });
  return terms.length > 0 ? terms : undefined;
}
