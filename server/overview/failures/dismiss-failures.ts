import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { dismissFailures as contract } from "@/lib/contracts/failures";
import { recordAudit } from "@/server/platform/record-audit";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { chosenFailures } from "./chosen-failures";

/**
 * Hides failures from the list. The work itself is unchanged: a deposit stays unposted until it is
 * retried.
 * @throws NotFoundError for a failure that no longer exists.
 */
export async function dismissFailures(
  ctx: CompanyContext,
  input: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { companyId } = ctx;
  const keys = (await chosenFailures(ctx, input)).map(({ key }) => key);
  const { count } = await db(ctx).$transaction(async (tx) => {
    const written = await tx.failureDismissal.createMany({
      data: keys.map((key) => ({ companyId, key })),
      skipDuplicates: true,
    });
    if (written.count > 0) {
      await recordAudit(tx, ctx, {
        action: "failures.dismissed",
        entity: "job",
        entityId: "failures",
        data: { keys: keys.slice(0, 100), count: written.count },
      });
    }
    return written;
  });
  return { message: count === 1 ? "Dismissed" : `${count} dismissed`, dismissed: count };
}
