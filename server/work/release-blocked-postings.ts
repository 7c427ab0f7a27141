import { enqueueDuePostings } from "./enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

/** Something that postings waited for may be there now: a bank account, a category, a connection. */
export async function releaseBlockedPostings(ctx: CompanyContext): Promise<void> {
  const { companyId } = ctx;
  // First those being sent: one may just have seen that it lacks it, and is about to be blocked (block-posting.ts).
  await db(ctx).posting.updateMany({
    where: { companyId, state: "sending" },
    data: { nextAttemptAt: new Date() },
  });
  await db(ctx).posting.updateMany({
    where: { companyId, state: "blocked" },
    data: { state: "queued", message: "", errorCode: null, details: "", nextAttemptAt: new Date() },
  });
  await enqueueDuePostings(ctx);
}
