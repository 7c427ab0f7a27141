import { type NotificationKind, Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { sumText } from "./week";

export interface NotificationInput {
  /** Idempotency key: an event with a known key is not notified again. */
  event: string;
  kind: NotificationKind;
  title: string;
  body: string;
  /** Path inside the product. */
  link: string;
  /** While one of the same key is unread, another one is counted in it: "{n} deposits …". */
  group?: {
    key: string;
    title: string;
    link: string;
    /**
     * How many there are now, this one included, where some may be resolved since; by default all are counted. Called
     * while no other transaction counts the same: each then sees what the one before has stored.
     */
    now?: () => Promise<number>;
  };
  /** The users to notify; by default all of the company. */
  userIds?: number[];
}

/** Events within this time share one mail. */
const MAIL_AFTER_SECONDS = 60;
/** A user gets such mails no more often than this. */
const MAIL_EVERY_SECONDS = 3_600;

/** Who gets a mail about a kind, of `memberships m`. The weekly summary writes its own mails. */
const BY_MAIL: Record<NotificationKind, Prisma.Sql> = {
  match: Prisma.sql`m.email_matches`,
  suggestion: Prisma.sql`m.email_suggestions`,
  issue: Prisma.sql`m.email_issues`,
  summary: Prisma.sql`false`,
};

/**
 * Notifies the users of a company, in the transaction of the event, and requests a mail for those who want
 * one. A known event is not notified again.
 * @returns false when the event is known.
 */
export async function notify(
  tx: Tx,
  ctx: CompanyContext,
  input: NotificationInput,
): Promise<boolean> {
  const { companyId } = ctx;
  const news = await tx.$executeRaw`
    INSERT INTO notification_events (company_id, key) VALUES (${companyId}::uuid, ${input.event})
    ON CONFLICT DO NOTHING`;
  if (news === 0) return false;
  const { kind, title, body, link, group, userIds } = input;
  const chosen = userIds ? Prisma.sql`AND m.user_id = ANY (${userIds}::int[])` : Prisma.empty;
  const members = Prisma.sql`FROM memberships m WHERE m.company_id = ${companyId}::uuid ${chosen}`;
  // Mails before notifications, as in write-due-mails: another order could deadlock.
  await tx.$executeRaw`
    INSERT INTO notification_mails AS mail (company_id, user_id, due_at)
    SELECT m.company_id, m.user_id, now() + make_interval(secs => ${MAIL_AFTER_SECONDS})
    ${members} AND ${BY_MAIL[kind]} ORDER BY m.user_id
    ON CONFLICT (company_id, user_id) DO UPDATE SET due_at = coalesce(mail.due_at,
      greatest(excluded.due_at, mail.sent_at + make_interval(secs => ${MAIL_EVERY_SECONDS})))`;
  const count = group?.now ? await countAlone(tx, companyId, group.key, group.now) : null;
  // Not now(): the transaction may have begun long before its commit.
  await tx.$executeRaw`
    INSERT INTO notifications AS n
      (company_id, user_id, kind, title, body, link, group_key, mailed, created_at)
    SELECT m.company_id, m.user_id, ${kind}::notification_kind, ${title}, ${body}, ${link},
      ${group?.key ?? null}, NOT ${BY_MAIL[kind]}, clock_timestamp()
    ${members} ORDER BY m.user_id
    ON CONFLICT (company_id, user_id, group_key) WHERE read_at IS NULL DO UPDATE SET
      count = coalesce(${count}::int, n.count + 1),
      title = CASE WHEN ${count}::int = 1 THEN excluded.title ELSE
        replace(${group?.title ?? title}, '{n}', coalesce(${count}::int, n.count + 1)::text) END,
      body = excluded.body,
      link = CASE WHEN ${count}::int = 1 THEN excluded.link ELSE ${group?.link ?? link} END,
      mailed = excluded.mailed,
      created_at = excluded.created_at`;
  return true;
}

/** Of two transactions that count at once, neither sees what the other is about to store. */
async function countAlone(
  tx: Tx,
  companyId: string,
  group: string,
  count: () => Promise<number>,
): Promise<number> {
  const key = `notifications of ${companyId}: ${group}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
  return count();
}

/** The deposits whose suggestion waits for a user, as a run of the engine finds them. */
export async function waitingSuggestions(tx: Tx, ctx: CompanyContext): Promise<Set<number>> {
  const deposits = await tx.deposit.findMany({
    where: { companyId: ctx.companyId, status: "suggested", deletedAt: null },
    select: { id: true },
  });
  return new Set(deposits.map(({ id }) => id));
}

/**
 * Notifies about a run of the engine, in its last transaction: one notification for all matched deposits, one
 * for all suggested ones that were not suggested `before`.
 */
export async function notifyMatches(
  tx: Tx,
  ctx: CompanyContext,
  run: { matched: readonly number[]; before: ReadonlySet<number> },
): Promise<void> {
  const waiting = await waitingSuggestions(tx, ctx);
  const matched = await stillMatched(tx, ctx, run.matched);
  await notifyMatched(tx, ctx, matched, await eventOf(tx, ctx, "matched", matched));
  await notifySuggested(
    tx,
    ctx,
    [...waiting].filter((id) => !run.before.has(id)),
  );
}

/** Notifies about the matches of a finished bulk run. Its suggestions are on the screen of the user who started it. */
export async function notifyMatchRun(
  tx: Tx,
  ctx: CompanyContext,
  run: { id: string; depositIds: number[] },
): Promise<void> {
  const matched = await stillMatched(tx, ctx, run.depositIds);
  await notifyMatched(tx, ctx, matched, `match-run:${run.id}`);
}

/** Between two passes a user may have undone a match, or removed a deposit. */
async function stillMatched(
  tx: Tx,
  { companyId }: CompanyContext,
  depositIds: readonly number[],
): Promise<number[]> {
  if (depositIds.length === 0) return [];
  const status = { in: ["matched" as const, "posted" as const] };
  const deposits = await tx.deposit.findMany({
    where: { companyId, id: { in: [...depositIds] }, status, deletedAt: null },
    select: { id: true },
  });
  return deposits.map(({ id }) => id);
}

async function notifyMatched(
  tx: Tx,
  ctx: CompanyContext,
  depositIds: readonly number[],
  event: string | null,
): Promise<void> {
  if (!event || depositIds.length === 0) return;
  const sums = await tx.$queryRaw<{ currency: string; amount: string }[]>`
    SELECT currency, sum(amount)::text AS amount FROM deposits
    WHERE company_id = ${ctx.companyId}::uuid AND id = ANY (${[...depositIds]}::int[])
    GROUP BY currency ORDER BY currency`;
  const amounts = sums.map(({ currency, amount }) => sumText(Number(amount), currency));
  await notify(tx, ctx, {
    event,
    kind: "match",
    title: `${counted(depositIds.length, "deposit")} matched`,
    body: `${amounts.join(", ")} in total.`,
    link: linkTo(depositIds, "/dashboard/activity"),
  });
}

async function notifySuggested(tx: Tx, ctx: CompanyContext, depositIds: number[]): Promise<void> {
  const event = await eventOf(tx, ctx, "suggested", depositIds);
  if (!event) return;
  await notify(tx, ctx, {
    event,
    kind: "suggestion",
    title: `${counted(depositIds.length, "suggested match", "suggested matches")} to review`,
    body: "Please review and confirm.",
    link: linkTo(depositIds, "/dashboard"),
  });
}

/** A deposit reaches a version once, so one of the run's deposits identifies the run. Null: there is none. */
async function eventOf(
  tx: Tx,
  ctx: CompanyContext,
  what: string,
  depositIds: readonly number[],
): Promise<string | null> {
  if (depositIds.length === 0) return null;
  const id = depositIds.reduce((a, b) => Math.min(a, b));
  const { version } = await tx.deposit.findUniqueOrThrow({
    where: { companyId_id: { companyId: ctx.companyId, id } },
    select: { version: true },
  });
  return `${what}:${id}:${version}`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function linkTo(depositIds: readonly number[], list: string): string {
  return depositIds.length === 1 ? `/transaction/${depositIds[0]}` : list;
}
