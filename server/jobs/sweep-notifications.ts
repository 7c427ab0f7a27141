import { db } from "@/server/db";
import { dueSummaries } from "@/server/notifications/due-summaries";
import { enqueue } from "./enqueue";

/** Finds the mails that collected long enough, and on Monday mornings the summaries of the week. */
export async function sweepNotifications(at: number): Promise<void> {
  const rows = await db("jobs").$queryRaw<{ company_id: string }[]>`
    SELECT DISTINCT company_id FROM notification_mails WHERE due_at <= now() LIMIT ${at}`;
  for (const row of rows) await enqueue("notification-mails", { companyId: row.company_id });
  const companies = await dueSummaries(new Date());
  for (const companyId of companies.slice(0, at)) await enqueue("weekly-summary", { companyId });
}
