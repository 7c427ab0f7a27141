import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { notify } from "@/server/notifications/notify";
import type { ClaimedPosting } from "./claim-posting";

/**
 * Lets a posting wait for the user: it is tried again as soon as what is missing is there. What is missing
 * is told once per posting, and mostly it is the same for many.
 */
export async function blockPosting(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  message: string,
): Promise<void> {
  const { companyId } = ctx;
  const { id, attempts, depositId } = posting;
  await db(ctx).$transaction(async (tx) => {
    const blocked = await tx.posting.updateMany({
      where: { companyId, id, state: "sending", attempts },
      data: { state: "blocked", message },
    });
    if (blocked.count === 0) return;
    await notify(tx, ctx, {
      event: `posting-blocked:${id}:${message}`,
      kind: "issue",
      title: `Deposit ${depositId} waits to be posted`,
      body: message,
      link: `/transaction/${depositId}`,
      group: {
        key: `posting-blocked:${message}`,
        title: "{n} deposits wait to be posted",
        link: "/transactions?status=matched",
      },
    });
  });
}
