import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import type { ClaimedPosting } from "./claim-posting";
import { halfMade } from "./half-made";

/**
 * Blocks a posting until the user has supplied what is missing, and requeues it then. Each reason is notified
 * once per posting; many postings usually share one.
 * @param topic what the notifications of several deposits are grouped by.
 */
export async function blockPosting(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  reason: string,
  topic = reason,
): Promise<void> {
  const { companyId } = ctx;
  const { id, attempts, depositId } = posting;
  await db(ctx).$transaction(async (tx) => {
    const message = reason + (await halfMade(ctx, depositId, tx));
    const blocked = await tx.posting.updateMany({
      where: { companyId, id, state: "sending", attempts },
      data: { state: "blocked", message },
    });
    if (blocked.count === 0) return;
    await notify(tx, ctx, {
      event: `posting-blocked:${id}:${message}`,
      kind: "issue",
      title: `Deposit ${depositId} can't be posted yet`,
      body: message,
      link: `/transaction/${depositId}`,
      group: {
        key: `posting-blocked:${topic}`,
        title: "{n} deposits can't be posted yet",
        link: "/transactions?status=matched",
      },
    });
  });
}
