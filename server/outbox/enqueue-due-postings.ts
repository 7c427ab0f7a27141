import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { enqueue } from "@/server/queue/enqueue";

/** What is due for longer was handed over then; should that have failed, the sweep does it within seconds. */
const NEWLY_DUE_MS = 60_000;

/**
 * Hands the company's queued postings to the workers, after the transaction that wrote them. Not the whole backlog: of a
 * company whose deposits QuickBooks takes one by one, every decision would hand over all that wait.
 */
export async function enqueueDuePostings(ctx: CompanyContext): Promise<void> {
  const { companyId } = ctx;
  const now = Date.now();
  const newlyDue = { lte: new Date(now), gt: new Date(now - NEWLY_DUE_MS) };
  const due = await db(ctx).posting.findMany({
    where: { companyId, state: "queued", nextAttemptAt: newlyDue },
    select: { id: true },
    orderBy: { createdAt: "asc" },
  });
  for (const { id } of due) await enqueue("post", { companyId, postingId: id });
}
