import { db } from "@/server/db";

/** Makes every wait that has begun an hour longer: a slow machine must not sit it out by itself. */
export async function stretchWaits(): Promise<void> {
  await db("accounts").$executeRaw`
    UPDATE throttles SET free_at = free_at + interval '1 hour' WHERE free_at > to_timestamp(0)`;
}
