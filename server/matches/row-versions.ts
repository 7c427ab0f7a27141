import { isDeepStrictEqual } from "node:util";
import { type MatchingAlgorithm, Prisma } from "@/generated/prisma/client";
import type { DepositStatus } from "@/lib/contracts/deposits";
import { LEDGERS } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { getEnv } from "@/server/platform/env";
import {
  type ChangedRows,
  type LogPosition,
  logPositionSql,
  readChanges,
} from "@/server/work/changes";
import { invoicesVersion } from "./known-invoices";
import { type Pools, poolsOf, type StoredLedger } from "./pools";
import { withChanges } from "./with-changes";

/**
 * Which rows the engine works on, each with the version of its content: the transaction that wrote it
 * and its place in the table, which no two versions of a row share.
 */
export interface RowVersions {
  deposits: ReadonlyMap<number, VersionedDeposit>;
  payments: ReadonlyMap<number, string>;
  /** Of all open invoices, and of what planned payments leave of them. */
  invoices: string;
  /** Of all dismissed and undone matches. */
  refusals: string;
  /** Of the states and settings of all connections. */
  connections: string;
  algorithm: MatchingAlgorithm;
  /** The books are in a ledger whose terms forbid to keep what is estimated from them. */
  discards: boolean;
  /** Which payments may be matched with which payouts. */
  pools: Pools;
  /** Up to where the log of changes is in it. */
  log: { position: LogPosition | null };
}

interface VersionedDeposit {
  status: DepositStatus;
  /**
   * Of the deposit without its status, its lines, the accounts its source books to, and the payments that users
   * chose for lines of it.
   */
  version: string;
}

/** What may differ from the versions that are known. */
interface Scope {
  /** Ids of deposits and payments that may have come, gone or changed; "all" without known versions. */
  deposits: readonly number[] | "all";
  payments: readonly number[] | "all";
  invoices: boolean;
  refusals: boolean;
}

const EVERYTHING: Scope = { deposits: "all", payments: "all", invoices: true, refusals: true };

interface Texts
  extends Record<"deposits" | "payments" | "connections", string>,
    Pick<RowVersions, "algorithm"> {
  /** Null where they weren't asked for. */
  invoices: string | null;
  refusals: string | null;
  ledger: StoredLedger | null;
  position: LogPosition | null;
}

/**
 * Reads the versions of the books and the company's algorithm; `known` is returned if they are the same. What the log of
 * changes doesn't name is taken from `known`: see server/work/changes.ts for why nothing is missed.
 */
export async function readVersions(
  tx: Tx,
  ctx: CompanyContext,
  known?: RowVersions,
): Promise<RowVersions> {
  const before = known?.log.position;
  const since = before ? await readChanges(tx, ctx, before) : null;
  if (!since || !known) return readAll(tx, ctx, known);
  if (since.changed.size > 0) {
    const scope = await scopeOf(tx, ctx, since.changed);
    const texts = await askTexts(tx, ctx, scope);
    // A connection that comes or goes takes its deposits and payments with it.
    if (texts.connections !== known.connections) return readAll(tx, ctx, known);
    const now = { ...readTexts(texts, scope, known), log: { position: since.position } };
    if (!isSame(now, known)) return now;
  }
  known.log.position = since.position;
  return known;
}

async function readAll(
  tx: Tx,
  ctx: CompanyContext,
  known: RowVersions | undefined,
): Promise<RowVersions> {
  const now = readTexts(await askTexts(tx, ctx, EVERYTHING), EVERYTHING, known);
  if (!known || !isSame(now, known)) return now;
  known.log.position = now.log.position;
  return known;
}

function isSame(a: RowVersions, b: RowVersions): boolean {
  return (
    a.deposits === b.deposits &&
    a.payments === b.payments &&
    a.invoices === b.invoices &&
    a.refusals === b.refusals &&
    a.connections === b.connections &&
    a.algorithm === b.algorithm &&
    a.discards === b.discards &&
    a.pools.text === b.pools.text
  );
}

/**
 * What a change reaches: a payment is free or not by its matches, and the version of a deposit includes the payments that
 * were chosen for it.
 */
async function scopeOf(
  tx: Tx,
  { companyId }: CompanyContext,
  changed: ChangedRows,
): Promise<Scope> {
  const idsOf = (...tables: string[]) => tables.flatMap((table) => changed.get(table) ?? []);
  const deposits = idsOf("deposits", "deposit_lines", "matches");
  const payments = idsOf("ledger_payments", "match_payments");
  const reached =
    deposits.length + payments.length === 0
      ? []
      : await tx.$queryRaw<{ deposit: number; payment: number }[]>`
          SELECT m.deposit_id AS deposit, u.payment_id AS payment FROM matches m
          JOIN match_payments u ON u.company_id = m.company_id AND u.match_id = m.id
          WHERE m.company_id = ${companyId}::uuid AND m.deposit_id = ANY(${deposits}::int[])
          UNION
          SELECT m.deposit_id, u.payment_id FROM match_payments u
          JOIN matches m ON m.company_id = u.company_id AND m.id = u.match_id AND m.state = 'accepted'
          WHERE u.company_id = ${companyId}::uuid AND u.payment_id = ANY(${payments}::int[])`;
  return {
    deposits: [...new Set([...deposits, ...reached.map(({ deposit }) => deposit)])],
    payments: [...new Set([...payments, ...reached.map(({ payment }) => payment)])],
    invoices: ["ledger_invoices", "planned_payments", "integrations"].some((t) => changed.has(t)),
    refusals: changed.has("matches"),
  };
}

async function askTexts(tx: Tx, { companyId }: CompanyContext, scope: Scope): Promise<Texts> {
  const [texts] = await tx.$queryRaw<Texts[]>(versionsSql(companyId, scope));
  if (!texts) throw new Error("A statement without a table returns one row");
  return texts;
}

/** As {@link openDeposit} and {@link freePayment}. One text each: ten thousand rows take the ORM long. */
function versionsSql(companyId: string, scope: Scope): Prisma.Sql {
  const id = Prisma.sql`${companyId}::uuid`;
  const within = (column: Prisma.Sql, ids: readonly number[] | "all") =>
    ids === "all" ? Prisma.empty : Prisma.sql`AND ${column} = ANY(${[...ids]}::int[])`;
  const asked = (isAsked: boolean, sql: Prisma.Sql) => (isAsked ? sql : Prisma.sql`NULL`);
  return Prisma.sql`SELECT ${logPositionSql} AS position,
    (SELECT coalesce(string_agg(concat_ws(' ', d.id, d.status, d.xmin, d.ctid, (
        SELECT md5(string_agg(concat_ws(' ', l.id, l.xmin, l.ctid), ',' ORDER BY l.id))
        FROM deposit_lines l WHERE l.company_id = ${id} AND l.deposit_id = d.id
      ), md5(i.settings::text), CASE WHEN d.version > 0 THEN (
        SELECT md5(string_agg(concat_ws(' ', c.id, c.xmin, c.ctid), ',' ORDER BY c.id))
        FROM matches m
        JOIN match_payments u ON u.company_id = ${id} AND u.match_id = m.id
        JOIN ledger_payments c ON c.company_id = ${id} AND c.id = u.payment_id
        WHERE m.company_id = ${id} AND m.deposit_id = d.id AND m.state = 'accepted'
      ) END), ';' ORDER BY d.id), '')
      FROM deposits d JOIN integrations i ON i.company_id = ${id} AND i.id = d.integration_id
      WHERE d.company_id = ${id} AND d.status IN ('pending', 'suggested')
        AND d.payout_status = 'paid' AND d.deleted_at IS NULL
        ${within(Prisma.sql`d.id`, scope.deposits)}) AS deposits,
    (SELECT coalesce(string_agg(concat_ws(' ', p.id, p.xmin, p.ctid), ';' ORDER BY p.id), '')
      FROM ledger_payments p
      JOIN integrations i ON i.company_id = ${id} AND i.id = p.integration_id
      WHERE p.company_id = ${id} AND p.state = 'open' AND i.status <> 'disconnected'
        ${within(Prisma.sql`p.id`, scope.payments)}
        AND NOT EXISTS (SELECT FROM match_payments u
          JOIN matches m ON m.company_id = ${id} AND m.id = u.match_id
          WHERE u.company_id = ${id} AND u.payment_id = p.id AND u.live AND m.state = 'accepted')
    ) AS payments,
    ${asked(scope.invoices, invoicesVersion(id))} AS invoices,
    ${asked(
      scope.refusals,
      Prisma.sql`(SELECT coalesce(md5(string_agg(concat_ws(' ', m.id, m.xmin, m.ctid), ',' ORDER BY m.id)), '')
        FROM matches m WHERE m.company_id = ${id} AND m.state IN ('dismissed', 'undone'))`,
    )} AS refusals,
    (SELECT coalesce(md5(string_agg(concat_ws(' ', x.id, x.status, x.settings), ',' ORDER BY x.id)), '')
      FROM integrations x WHERE x.company_id = ${id}) AS connections,
    coalesce((SELECT s.algorithm::text FROM company_settings s WHERE s.company_id = ${id}), 'smart')
      AS algorithm,
    (SELECT jsonb_build_object('provider', x.provider, 'settings', x.settings) FROM integrations x
      WHERE x.company_id = ${id} AND x.provider = ANY(${LEDGERS}::provider[])
        AND x.status <> 'disconnected' ORDER BY x.status, x.connected_at, x.id LIMIT 1) AS ledger`;
}

/** @param known what holds outside of `scope` */
function readTexts(texts: Texts, scope: Scope, known: RowVersions | undefined): RowVersions {
  const { invoices, refusals, connections, algorithm, ledger, position } = texts;
  return {
    ...{ connections, algorithm, pools: poolsOf(ledger), log: { position } },
    discards: ledger?.provider === "xero" && getEnv().XERO_LEARNING === "off",
    invoices: invoices ?? known?.invoices ?? "",
    refusals: refusals ?? known?.refusals ?? "",
    deposits: updated(known?.deposits, scope.deposits, readDeposits(texts.deposits)),
    payments: updated(known?.payments, scope.payments, readPayments(texts.payments)),
  };
}

/** The known rows, with those of `ids` as they were read, or gone; `known` itself if they are the same. By id. */
function updated<Version>(
  known: ReadonlyMap<number, Version> | undefined,
  ids: readonly number[] | "all",
  read: ReadonlyMap<number, Version>,
): ReadonlyMap<number, Version> {
  if (!known) return read;
  if (ids === "all") return isDeepStrictEqual(known, read) ? known : read;
  const differing = ids.filter((id) => !isDeepStrictEqual(known.get(id), read.get(id)));
  if (differing.length === 0) return known;
  const gone = differing.filter((id) => !read.has(id));
  return withChanges(known, gone, read);
}

function readDeposits(text: string): ReadonlyMap<number, VersionedDeposit> {
  return new Map(
    parts(text).map((part) => {
      const [id, status, ...version] = part.split(" ");
      return [Number(id), { status: status as DepositStatus, version: version.join(" ") }];
    }),
  );
}

function readPayments(text: string): ReadonlyMap<number, string> {
  return new Map(
    parts(text).map((part) => {
      const end = part.indexOf(" ");
      return [Number(part.slice(0, end)), part.slice(end)];
    }),
  );
}

function parts(text: string): string[] {
  return text === "" ? [] : text.split(";");
}
