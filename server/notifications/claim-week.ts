import type { CalendarDate } from "@/lib/dates";
import type { Tx } from "@/server/platform/db";

/**
 * Claims a week's summary mail for users, in the transaction that queues the mails: nobody gets two about one week,
 * whatever became of their companies and settings meanwhile.
 * @param monday whose morning brings the mail
 * @returns those of `userIds` who haven't had it
 */
export async function claimWeek(
  tx: Tx,
  monday: CalendarDate,
  userIds: readonly number[],
): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  // In the order of ids, as every lock of several users.
  const rows = await tx.$queryRaw<{ id: number }[]>`
    WITH due AS MATERIALIZED (
      SELECT id FROM users WHERE id = ANY (${[...userIds]}::int[])
        AND (summarized_on IS NULL OR summarized_on < ${monday}::date)
      ORDER BY id FOR UPDATE
    )
    UPDATE users u SET summarized_on = ${monday}::date FROM due
    WHERE u.id = due.id AND (u.summarized_on IS NULL OR u.summarized_on < ${monday}::date)
    RETURNING u.id`;
  return new Set(rows.map(({ id }) => id));
}
