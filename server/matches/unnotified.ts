import { z } from "zod";
import { notifyMatches, waitingSuggestions } from "@/server/notifications/notify-match-run";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/**
 * What a run over all deposits will notify about at its end, when all its passes are committed. Kept in the company's row
 * with each pass: whichever run comes to its end notifies about what a crashed one has matched too.
 */
const shape = z.object({
  /** Names the run, so that what it has matched can be undone as one. */
  runId: z.uuid().default(() => crypto.randomUUID()),
  /** IDs of matched deposits. */
  matched: z.array(z.number().int()),
  /** IDs of the deposits that were suggested when the first pass began. */
  suggestedBefore: z.array(z.number().int()),
});
export type Unnotified = z.infer<typeof shape>;

/** At the begin of a pass, under the company's lock. */
export async function readUnnotified(tx: Tx, ctx: CompanyContext): Promise<Unnotified> {
  const company = await tx.company.findUniqueOrThrow({
    where: { id: ctx.companyId },
    select: { unnotified: true },
  });
  if (company.unnotified !== null) return shape.parse(company.unnotified);
  return {
    runId: crypto.randomUUID(),
    matched: [],
    suggestedBefore: [...(await waitingSuggestions(tx, ctx))],
  };
}

/** At the end of a pass that is not the last one. */
export async function keepUnnotified(
  tx: Tx,
  { companyId }: CompanyContext,
  unnotified: Unnotified,
): Promise<void> {
  await tx.$executeRaw`UPDATE companies SET unnotified = ${JSON.stringify(unnotified)}::jsonb
    WHERE id = ${companyId}::uuid`;
}

/**
 * At the end of the last pass, which has matched nothing: notifies.
 * @param begun requests up to then are fulfilled. A later one stays pending: the steps before the engine didn't see its data.
 */
export async function notifyAtLast(
  tx: Tx,
  ctx: CompanyContext,
  { matched, suggestedBefore }: Omit<Unnotified, "runId">,
  begun: string | undefined,
): Promise<void> {
  await notifyMatches(tx, ctx, { matched, before: new Set(suggestedBefore) });
  await tx.$executeRaw`UPDATE companies SET unnotified = NULL,
      matched_at = coalesce(${begun ?? null}::timestamptz, matched_at)
    WHERE id = ${ctx.companyId}::uuid`;
}
