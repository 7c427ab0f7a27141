import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { dismissFailures } from "@/lib/contracts/failures";
import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { chosenFailures } from "./chosen-failures";

/**
 * Takes failures off the list. The work itself stays as it is: a deposit stays unposted, until somebody
 * tries it again. @throws NotFoundError for a failure that is not there (any more).
 */
export async function dismiss(
  ctx: CompanyContext,
  input: BodyOf<typeof dismissFailures>,
): Promise<ResponseOf<typeof dismissFailures>> {
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
