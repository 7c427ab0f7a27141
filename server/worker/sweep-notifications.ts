import { Prisma } from "@/generated/prisma/client";
import { dueSummaries } from "@/server/notifications/due-summaries";
import { dueReaders } from "@/server/accounts/people/summaries/due-readers";
import { readRows } from "@/server/platform/read-rows";
import { isRequeuable } from "@/server/platform/queue/backing-off";
import { singletonKey } from "@/server/platform/queue/definitions";
import { requeue } from "@/server/platform/queue/enqueue";

/** Finds the mails that collected long enough. */
export async function sweepNotificationMails(
  at: number,
  backingOff: readonly string[],
): Promise<void> {
  const [rows] = await readRows<[{ company_id: string }]>(
    "jobs",
    Prisma.sql`
    SELECT DISTINCT company_id FROM notification_mails m WHERE due_at <= now()
      AND ${isRequeuable("notification-mails", backingOff, { companyId: Prisma.sql`m.company_id` })}
    LIMIT ${at}`,
  );
  for (const row of rows) await requeue("notification-mails", { companyId: row.company_id });
}

/** Finds the summaries of the week, on Monday mornings: each company's, and those over all of a reader's companies. */
export async function sweepSummaries(at: number, backingOff: readonly string[]): Promise<void> {
  await sweepCompanies(at, backingOff);
  await sweepReaders(at, backingOff);
}

async function sweepCompanies(at: number, backingOff: readonly string[]): Promise<void> {
  const due = await dueSummaries(new Date());
  if (due.length === 0) return;
  const [waiting] = await readRows<[{ id: string }]>(
    "jobs",
    Prisma.sql`
    SELECT c.id FROM companies c WHERE c.id = ANY (${due}::uuid[])
      AND ${isRequeuable("weekly-summary", backingOff, { companyId: Prisma.sql`c.id` })}
    LIMIT ${at}`,
  );
  for (const { id } of waiting) await requeue("weekly-summary", { companyId: id });
}

async function sweepReaders(at: number, backingOff: readonly string[]): Promise<void> {
  const isBackingOff = new Set(backingOff);
  const due = (await dueReaders(new Date()))
    .map((userId) => ({ userId }))
    .filter((data) => !isBackingOff.has(singletonKey("companies-summary", data)));
  for (const data of due.slice(0, at)) await requeue("companies-summary", data);
}
