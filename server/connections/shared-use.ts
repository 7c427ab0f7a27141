import type { Integration } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { saveSharedUse as contract } from "@/lib/contracts/integrations";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { elsewhere, isShared, stopAutomaticPosting } from "@/server/work/automatic-posting";
import { providerName, requireLedger } from "./find";

/** Whether another company in this installation has connected the same account. */
export async function isSharedElsewhere(
  integration: Pick<Integration, "companyId" | "provider" | "externalAccountId">,
): Promise<boolean> {
  return (await db("jobs").integration.count({ where: elsewhere(integration) })) > 0;
}

/**
 * Turns automatic posting off if another company in this installation has connected the same books, until an admin
 * decides which company posts. Runs in the transaction that connects them.
 */
export async function noteShared(tx: Tx, ctx: CompanyContext, books: Integration): Promise<void> {
  // Of two companies that connect them at the same moment, the second sees the first.
  const key = `connecting ${books.provider} ${books.externalAccountId}`;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
  const sharedUse = (await isShared(tx, ctx, books)) ? "undecided" : null;
  const { companyId, id } = books;
  await tx.integration.update({ where: { companyId_id: { companyId, id } }, data: { sharedUse } });
  if (sharedUse !== null) await stopAutomaticPosting(tx, ctx);
}

/**
 * Saves whether this company posts into books that another company in this installation has connected as well.
 * @throws ConflictError when none are connected, or no other company has them.
 */
export async function saveSharedUse(
  ctx: CompanyContext,
  { posts }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const books = await requireLedger(ctx);
  const { companyId, id } = books;
  await db(ctx).$transaction(async (tx) => {
    if (books.sharedUse !== "matches" && !(await isShared(tx, ctx, books))) {
      throw new ConflictError(
        "wrong_step",
        `No other company in Deposit Matcher uses this ${providerName(books.provider)} company.`,
      );
    }
    await tx.integration.update({
      where: { companyId_id: { companyId, id } },
      data: { sharedUse: posts ? "posts" : "matches" },
    });
    if (!posts) await stopAutomaticPosting(tx, ctx);
    await recordAudit(tx, ctx, {
      action: "integration.shared_use_chosen",
      entity: "integration",
      entityId: id,
      data: { posts },
    });
  });
  return {
    message: posts ? "This company posts the deposits" : "This company only matches",
  };
}
