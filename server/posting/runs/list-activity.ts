import { Prisma } from "@/generated/prisma/client";
import type { ActivityRun, listActivity as contract } from "@/lib/contracts/activity";
import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import { groupBy } from "@/lib/group-by";
import { toWireDecimal } from "@/lib/money";
import type { ProviderId } from "@/lib/providers/list";
import { readCompanyFacts } from "@/server/connections/company-facts";
import { findLedger } from "@/server/connections/find";
import { bankNames } from "@/server/deposits/columns";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { IS_UNDOABLE } from "./undo-automatic-run";

const PER_PAGE = 20;

interface Run {
  id: string;
  kind: "posted" | "matched";
  at: Date;
  who: string | null;
}

/** The postings of a run in one currency from one processor. Amounts in minor units, as text. */
interface Part {
  runId: string;
  currency: string;
  provider: ProviderId;
  deposits: number;
  amount: string;
  createdIds: number[];
  createdAmount: string;
  from: string | null;
  to: string | null;
  closed: number;
  linked: number;
  underway: number;
  unposted: number[];
  undone: number;
}

/** Every Post all and every Auto Match run that matched something, a page of them, with what has become of each. */
export async function listActivity(
  ctx: CompanyContext,
  { after }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const ledger = await findLedger(ctx);
  const closedUntil = (ledger && readCompanyFacts(ledger)?.closedUntil) ?? null;
  const bankOf = bankNames(ledger?.settings);
  const found = await readRuns(ctx, after);
  const runs = found.slice(0, PER_PAGE);
  const parts = groupBy(await readParts(ctx, runs, closedUntil), ({ runId }) => runId);
  const last = runs.at(-1);
  return {
    runs: runs.map((run) => toRun(run, parts.get(run.id) ?? [], bankOf)),
    next: found.length > PER_PAGE && last ? `${last.at.toISOString()}_${last.id}` : null,
    closed_until: closedUntil,
  };
}

function readRuns(ctx: CompanyContext, after: string | undefined): Promise<Run[]> {
  const { companyId } = ctx;
  const [at, id] = after?.split("_") ?? [];
  const before =
    at && id
      ? Prisma.sql`AND (r.created_at, r.id) < (${at}::timestamptz, ${id}::uuid)`
      : Prisma.empty;
  const some = (key: Prisma.Sql) => Prisma.sql`EXISTS (SELECT FROM postings p JOIN deposits d
    ON d.company_id = p.company_id AND d.id = p.deposit_id AND d.deleted_at IS NULL
    WHERE p.company_id = r.company_id AND p.${key} = r.id AND p.${key} IS NOT NULL)`;
  const page = (
    table: Prisma.Sql,
    kind: Prisma.Sql,
    key: Prisma.Sql,
  ) => Prisma.sql`(SELECT r.id, ${kind} AS kind, r.created_at AS at FROM ${table} r
    WHERE r.company_id = ${companyId}::uuid ${before} AND ${some(key)}
    ORDER BY r.created_at DESC, r.id DESC LIMIT ${PER_PAGE + 1})`;
  return db(ctx).$queryRaw<Run[]>(Prisma.sql`
    SELECT run.*, CASE WHEN run.kind = 'posted' THEN (SELECT coalesce(u.username, '')
        FROM audit_events a LEFT JOIN users u ON u.id = a.user_id
        WHERE a.company_id = ${companyId}::uuid AND a.entity = 'settings'
          AND a.entity_id = ${companyId}::text AND a.action = 'postings.released'
          AND a.data ->> 'run' = run.id::text LIMIT 1) END AS who
    FROM (${page(Prisma.sql`posting_runs`, Prisma.sql`'posted'`, Prisma.sql`posting_run_id`)}
      UNION ALL
      ${page(Prisma.sql`automatic_runs`, Prisma.sql`'matched'`, Prisma.sql`run_id`)}) run
    ORDER BY run.at DESC, run.id DESC LIMIT ${PER_PAGE + 1}`);
}

/** Whether the books may hold something that we created for the posting `p`, and no one is working on it. */
const IS_CREATED = Prisma.sql`(p.state NOT IN ('undone', 'sending') AND NOT p.adopted AND NOT ${IS_UNDOABLE})`;

async function readParts(
  ctx: CompanyContext,
  runs: readonly Run[],
  closedUntil: string | null,
): Promise<Part[]> {
  if (runs.length === 0) return [];
  const ids = runs.map(({ id }) => id);
  const day = Prisma.sql`greatest(d.txn_date, d.earliest_date)`;
  const parts = (key: Prisma.Sql) => Prisma.sql`
    SELECT p.${key} AS "runId", d.currency, i.provider, count(*)::int AS deposits,
      sum(d.amount)::text AS amount,
      coalesce(array_agg(d.id ORDER BY d.id) FILTER (WHERE ${IS_CREATED}), '{}') AS "createdIds",
      coalesce(sum(d.amount) FILTER (WHERE ${IS_CREATED}), 0)::text AS "createdAmount",
      (min(${day}) FILTER (WHERE ${IS_CREATED}))::text AS from,
      (max(${day}) FILTER (WHERE ${IS_CREATED}))::text AS to,
      count(*) FILTER (WHERE ${IS_CREATED} AND ${day} <= ${closedUntil}::date)::int AS closed,
      count(*) FILTER (WHERE p.adopted AND p.state <> 'undone')::int AS linked,
      count(*) FILTER (WHERE p.state IN ('queued', 'sending'))::int AS underway,
      coalesce(array_agg(d.id ORDER BY d.id) FILTER (WHERE ${IS_UNDOABLE}), '{}') AS unposted,
      count(*) FILTER (WHERE p.state = 'undone')::int AS undone
    FROM postings p
    JOIN deposits d ON d.company_id = p.company_id AND d.id = p.deposit_id AND d.deleted_at IS NULL
    JOIN integrations i ON i.company_id = d.company_id AND i.id = d.integration_id
    WHERE p.company_id = ${ctx.companyId}::uuid AND p.${key} = ANY(${ids}::uuid[])
    GROUP BY 1, 2, 3`;
  return db(ctx).$queryRaw<Part[]>(Prisma.sql`
    SELECT * FROM (${parts(Prisma.sql`posting_run_id`)} UNION ALL ${parts(Prisma.sql`run_id`)}) part
    ORDER BY part.deposits DESC, part.currency, part.provider`);
}

function toRun(
  { id, kind, at, who }: Run,
  parts: readonly Part[],
  bankOf: ReturnType<typeof bankNames>,
): ActivityRun {
  const sum = (of: (part: Part) => number) => parts.reduce((total, part) => total + of(part), 0);
  const created = parts.filter(({ createdIds }) => createdIds.length > 0);
  const days = created.flatMap(({ from, to }) => (from && to ? [from, to] : [])).toSorted();
  return {
    ...{ id, kind, at: at.toISOString(), who: who ?? "" },
    deposits: sum(({ deposits }) => deposits),
    totals: totalsOf(parts, ({ amount }) => amount),
    created: {
      deposit_ids: created.flatMap(({ createdIds }) => createdIds).toSorted((a, b) => a - b),
      totals: totalsOf(created, ({ createdAmount }) => createdAmount),
      from: days[0] ?? null,
      to: days.at(-1) ?? null,
      banks: [...new Set(created.map(bankOf).filter((name) => name !== ""))],
      closed: sum(({ closed }) => closed),
    },
    linked: sum(({ linked }) => linked),
    underway: sum(({ underway }) => underway),
    unposted: parts.flatMap(({ unposted }) => unposted).toSorted((a, b) => a - b),
    undone: sum(({ undone }) => undone),
  };
}

function totalsOf(parts: readonly Part[], amountOf: (part: Part) => string) {
  return [...groupBy(parts, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    amount: toWireDecimal(
      own.reduce((total, part) => total + Number(amountOf(part)), 0),
      currency,
    ),
  }));
}
