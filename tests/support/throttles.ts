import { db } from "@/server/platform/db";

/** Extends every active wait by an hour, so that a slow machine does not outlast it. */
export async function stretchWaits(): Promise<void> {
  await db("accounts").$executeRaw`
    UPDATE throttles SET free_at = free_at + interval '1 hour' WHERE free_at > to_timestamp(0)`;
}
