import { Prisma } from "@/generated/prisma/client";

/** How rows of a table are claimed. A claimed row has the state `held` and a heartbeat. */
export interface ClaimRule {
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

/** Mails have no state: the claim moves the time of the next attempt, so a lost one becomes due by itself. */
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
