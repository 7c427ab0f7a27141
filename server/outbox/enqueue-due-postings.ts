import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { enqueue } from "@/server/queue/enqueue";

/** Hands the company's queued postings to the workers, after the transaction that wrote them. */
export async function enqueueDuePostings(ctx: CompanyContext): Promise<void> {
  const { companyId } = ctx;
  const due = await db(ctx).posting.findMany({
    where: { companyId, state: "queued", nextAttemptAt: { lte: new Date() } },
    select: { id: true },
    orderBy: { createdAt: "asc" },
  });
  for (const { id } of due) await enqueue("post", { companyId, postingId: id });
}
