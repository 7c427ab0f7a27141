import { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import { readRows } from "@/server/platform/read-rows";
import { enqueue } from "@/server/platform/queue/enqueue";

/** What is due for longer was handed over then; should that have failed, the sweep does it within seconds. */
const NEWLY_DUE_SECONDS = 60;

/**
 * Hands the company's queued postings to the workers, after the transaction that wrote them. Not the whole backlog: of a
 * company whose deposits QuickBooks takes one by one, every decision would hand over all that wait.
 */
export async function enqueueDuePostings(ctx: CompanyContext): Promise<void> {
  const { companyId } = ctx;
  const [due] = await readRows<[{ id: string }]>(
    ctx,
    Prisma.sql`SELECT id FROM postings
      WHERE company_id = ${companyId}::uuid AND state = 'queued' AND next_attempt_at <= now()
        AND next_attempt_at > now() - make_interval(secs => ${NEWLY_DUE_SECONDS}::float8)
      ORDER BY created_at`,
  );
  for (const { id } of due) await enqueue("post", { companyId, postingId: id });
}
