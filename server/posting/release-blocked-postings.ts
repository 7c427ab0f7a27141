import { enqueueDuePostings } from "@/server/outbox/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

/** Something that postings waited for may be there now: a bank account, a category, a connection. */
export async function releaseBlockedPostings(ctx: CompanyContext): Promise<void> {
  await db(ctx).posting.updateMany({
    where: { companyId: ctx.companyId, state: "blocked" },
    data: { state: "queued", message: "", errorCode: null, details: "", nextAttemptAt: new Date() },
  });
  await enqueueDuePostings(ctx);
}
