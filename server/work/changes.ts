import { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";

// What was changed in a company since somebody read it. Triggers write each change into `company_changes` with the id of
// the transaction that makes it, so that a snapshot shows both or neither.
//
// A change that a snapshot doesn't show was made by a transaction whose id is at least the snapshot's `xmin`: all with
// lower ids had ended. A reader that continues from there misses none, in whatever order transactions commit, and reads a few a
// second time.

/** Up to where the log of changes was read. */
export interface LogPosition {
  /** Of the database and its server. Another one counts its transactions by itself, as after a restore or a failover. */
  epoch: string;
  /** The first transaction that may have changes to come. A number that is too large for JavaScript's. */
  from: string;
}

/** Names of tables, with the ids of the deposits or ledger payments that changed there; empty where a table has neither. */
export type ChangedRows = ReadonlyMap<string, readonly number[]>;

const EPOCH = Prisma.sql`concat_ws(' ', log.id, extract(epoch FROM pg_postmaster_start_time()))`;
const FROM = Prisma.sql`pg_snapshot_xmin(pg_current_snapshot())::text`;

/**
 * Of a company in one snapshot, as `company_revisions` reads them: `revision` of the books and, to a quarter of an hour, in
 * which no company's day ends, of the time; `activity` of all that an open page follows. As long as one is the same, nothing of
 * it has changed. Both name the latest transactions that have made a change. When all up to that one have ended, no change can
 * appear before it any more, and each later one has a larger id; while an older one is running, they are null.
 */
export interface Revisions {
  revision: string | null;
  activity: string | null;
}

/**
 * SQL: the columns of a {@link LogPosition} in the statement's snapshot. Null for a transaction that has written: it reads
 * what nobody will have seen if it is rolled back.
 */
export const logPositionSql = Prisma.sql`(SELECT CASE WHEN pg_current_xact_id_if_assigned() IS NULL
    THEN jsonb_build_object('epoch', ${EPOCH}, 'from', ${FROM}) END FROM installation log)`;

/**
 * What was changed in a company's books since a position, and the position that this has read to.
 * @returns null where it can't be known: the log was shortened since, or it is another database's
 */
export async function readChanges(
  tx: Tx,
  { companyId }: Pick<CompanyContext, "companyId">,
  since: LogPosition,
): Promise<{ position: LogPosition; changed: ChangedRows } | null> {
  const [read] = await tx.$queryRaw<
    { position: LogPosition | null; isKept: boolean; changed: Record<string, number[]> }[]
  >`
    SELECT ${logPositionSql} AS position,
      (SELECT ${EPOCH} = ${since.epoch} AND log.changes_kept_from <= ${since.from}::bigint
        FROM installation log) AS "isKept",
      (SELECT coalesce(jsonb_object_agg(t.name, t.ids), '{}') FROM (
        SELECT c.table_name AS name,
          coalesce(jsonb_agg(DISTINCT changed.id) FILTER (WHERE changed.id IS NOT NULL), '[]') AS ids
        FROM company_changes c LEFT JOIN LATERAL unnest(c.row_ids) changed (id) ON true
        WHERE c.company_id = ${companyId}::uuid AND c.kind = 'books'
          AND c.changed_in >= ${since.from}::bigint
        GROUP BY c.table_name) t) AS changed`;
  if (!read?.position || !read.isKept) return null;
  return { position: read.position, changed: new Map(Object.entries(read.changed)) };
}

/**
 * Forgets old changes: those of transactions that had ended ten minutes ago, but for the latest of each company and kind.
 * Who comes back later reads everything once.
 */
export async function forgetOldChanges(): Promise<void> {
  const oldest = Prisma.sql`${FROM}::bigint`;
  await db("jobs").$executeRaw`
    WITH moved AS (
      UPDATE installation SET changes_kept_from = least(changes_to_forget, ${oldest}),
        changes_to_forget = ${oldest}, changes_forgotten_at = now()
      WHERE changes_forgotten_at < now() - interval '10 minutes'
      RETURNING changes_kept_from)
    DELETE FROM company_changes c USING moved
    WHERE c.changed_in < moved.changes_kept_from AND EXISTS (SELECT FROM company_changes later
        WHERE later.company_id = c.company_id AND later.kind = c.kind AND later.changed_in > c.changed_in)
      -- Of another server, whose transactions have higher ids: this one comes to them one day.
      OR c.changed_in >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;
}
