import { Prisma } from "@/generated/prisma/client";
import { withHeartbeat } from "@/lib/heartbeat";
import type { CompanyContext, Scope } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { executePrepared, queryUnscoped } from "@/server/platform/prepared-queries";

const HEARTBEAT_MS = 5_000;

/** The row was cancelled, or another worker has claimed it: stop, and write nothing more. */
export class ClaimLostError extends Error {
  override readonly name = "ClaimLostError";
}

/** Claims on the rows of one table. */
interface Claims<Row, Data> {
  /** @returns false when the row is not due, is over, or another worker holds it. */
  claim(ctx: CompanyContext, id: string): Promise<boolean>;
  /** Writes to a claimed row. @throws ClaimLostError when the claim is lost. */
  update(ctx: CompanyContext, row: Row, data: Data, tx?: Tx): Promise<void>;
  /** The same for a caller that goes on without the claim. @returns false when the claim is lost. */
  tryUpdate(ctx: CompanyContext, row: Row, data: Data, tx?: Tx): Promise<boolean>;
  /**
   * Keeps the claim alive while `work` runs, also while it waits for a slow provider. A lost claim, or a
   * database that is away, surfaces at the work's next write.
   */
  keep<T>(ctx: CompanyContext, row: Row, work: () => Promise<T>): Promise<T>;
}

/**
 * @param claiming SQL assignments of the claim: the state and the heartbeat are set anyway.
 * @param write updates the row where it is held by this very claim.
 * @param beat what a heartbeat writes.
 */
export function claimsOn<Row, Data>(
  lease: ClaimRule,
  {
    claiming,
    write,
    beat,
    lost,
  }: {
    claiming: Prisma.Sql;
    write(tx: Tx, row: Row, data: Data): Promise<Prisma.BatchPayload>;
    beat(): Data;
    lost: string;
  },
): Claims<Row, Data> {
  const tryUpdate = async (ctx: CompanyContext, row: Row, data: Data, tx: Tx = db(ctx)) => {
    const { count } = await write(tx, row, data);
    return count > 0;
  };
  const update = async (ctx: CompanyContext, row: Row, data: Data, tx?: Tx) => {
    if (!(await tryUpdate(ctx, row, data, tx))) throw new ClaimLostError(lost);
  };
  return {
    claim: async (ctx, id) => {
      const claimed = await claimRow(ctx, {
        table: lease.table,
        set: Prisma.sql`state = ${lease.held}, heartbeat_at = now(), ${claiming}`,
        where: Prisma.sql`company_id = ${ctx.companyId}::uuid AND id = ${id}::uuid
          AND ${isClaimable(lease)}`,
      });
      return claimed !== undefined;
    },
    tryUpdate,
    update,
    keep: (ctx, row, work) => withHeartbeat(() => update(ctx, row, beat()), HEARTBEAT_MS, work),
  };
}

/** Claims the one row that fits `where`: of two workers at a time, the second finds it claimed. */
export async function claimRow<Row = { id: string }>(
  scope: Scope,
  {
    table,
    set,
    where,
    returning = Prisma.sql`id`,
  }: { table: Prisma.Sql; set: Prisma.Sql; where: Prisma.Sql; returning?: Prisma.Sql },
): Promise<Row | undefined> {
  const [row] = await db(scope).$queryRaw<Row[]>`
    UPDATE ${table} SET ${set} WHERE ${where} RETURNING ${returning}`;
  return row;
}

/** How rows of a table are claimed. A claimed row has the state `held` and a heartbeat. */
interface ClaimRule {
  table: Prisma.Sql;
  /** SQL: the row waits for a worker, and is due. */
  waiting: Prisma.Sql;
  /** SQL literal: the state of a claimed row. */
  held: Prisma.Sql;
  /** A claimed row without a heartbeat for this long is claimed by another worker. */
  seconds: number;
}

/** The rows that workers claim, by job: claiming, sweep and metrics read the conditions from here. */
export const LEASES = {
  sync: {
    table: Prisma.sql`sync_runs`,
    waiting: Prisma.sql`state = 'queued'`,
    held: Prisma.sql`'running'`,
    seconds: 20,
  },
  "match-run": {
    table: Prisma.sql`match_runs`,
    waiting: Prisma.sql`state = 'queued'`,
    held: Prisma.sql`'running'`,
    // A step of a run is one transaction of the engine over all open rows.
    seconds: 60,
  },
  post: {
    table: Prisma.sql`postings`,
    waiting: Prisma.sql`state = 'queued' AND next_attempt_at <= now()`,
    held: Prisma.sql`'sending'`,
    seconds: 20,
  },
} satisfies Record<string, ClaimRule>;

/** An undo without a heartbeat for this long has lost its process. */
export const UNDO_LEASE_SECONDS = 20;

/** SQL: the posting's undo has lost its process. */
export const isAbandonedUndo = Prisma.sql`(state = 'undoing'
  AND heartbeat_at < now() - make_interval(secs => ${UNDO_LEASE_SECONDS}))`;

/** Mails have no state: the claim moves the time of the next attempt, so a lost one becomes due again. */
export const MAIL_LEASE = {
  table: Prisma.sql`mails`,
  waiting: Prisma.sql`next_attempt_at <= now() AND expires_at > now()`,
  // Longer than all of the SMTP client's time-outs together: a worker that takes longer has crashed.
  seconds: 120,
};

/** SQL: a worker may claim the row, because it waits or because its lease has expired. */
export function isClaimable({ waiting, held, seconds }: ClaimRule): Prisma.Sql {
  return Prisma.sql`((${waiting})
    OR (state = ${held} AND heartbeat_at < now() - make_interval(secs => ${seconds})))`;
}

/** Workers say this often that they are there, in milliseconds. */
export const WORKER_SEEN_EVERY_MS = 10_000;
/** Longer than a restart takes. */
const ABSENT_AFTER_SECONDS = 60;

/** Says that a worker is there: every process then knows that jobs run. */
export async function noteWorker(): Promise<void> {
  await executePrepared("jobs", Prisma.sql`UPDATE installation SET worker_seen_at = now()`);
}

/** For how many seconds no worker was there; since the installation exists, where there never was one. */
export async function secondsWithoutWorker(): Promise<number> {
  const [row] = await queryUnscoped<{ seconds: number }>(`
    SELECT extract(epoch FROM now() - coalesce(worker_seen_at, created_at))::float8 AS seconds
    FROM installation`);
  return Math.max(0, row?.seconds ?? 0);
}

/** Whether jobs wait for a worker that isn't there. */
export async function isWorkerMissing(): Promise<boolean> {
  return (await secondsWithoutWorker()) > ABSENT_AFTER_SECONDS;
}
