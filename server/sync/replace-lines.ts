import { recordAudit } from "@/server/platform/record-audit";
import { requestAutoMatch } from "@/server/work/request-auto-match";
import type { CompanyContext } from "@/server/platform/context";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { SourceLine } from "@/server/providers/types";
import { toLineRow } from "./store-payout";

/**
 * Stores the lines of a payout that could not be explained before, where they have changed and no user has decided
 * anything about them. Its suggestions rest on the old lines, so they go.
 * @returns whether they were replaced.
 */
export function replaceLines(
  ctx: CompanyContext,
  key: { integrationId: string; providerId: string },
  lines: SourceLine[],
): Promise<boolean> {
  const { companyId } = ctx;
  return withCompanyLock(ctx, async (tx) => {
    const deposit = await tx.deposit.findFirst({
      where: {
        ...{ companyId, ...key, deletedAt: null, status: { in: ["pending", "suggested"] } },
        matches: { none: { state: "accepted" } },
        lines: { none: { OR: [{ NOT: { accountId: null } }, { NOT: { waitUntil: null } }] } },
      },
      include: { lines: { select: { providerId: true, net: true } } },
    });
    if (!deposit) return false;
    const before = new Map(deposit.lines.map(({ providerId, net }) => [providerId, Number(net)]));
    const isSame =
      before.size === lines.length &&
      lines.every(({ providerId, net }) => before.get(providerId) === net);
    if (isSame) return false;
    const depositId = deposit.id;
    await tx.match.deleteMany({ where: { companyId, depositId, state: "proposed" } });
    await tx.depositLine.deleteMany({ where: { companyId, depositId } });
    await tx.depositLine.createMany({
      data: lines.map((line) => toLineRow(companyId, depositId, line)),
    });
    await tx.deposit.update({
      where: { companyId_id: { companyId, id: depositId } },
      data: { status: "pending", version: { increment: 1 } },
    });
    await recordAudit(tx, ctx, {
      action: "deposit.lines_replaced",
      entity: "deposit",
      entityId: depositId,
      data: { lines: lines.length },
    });
    await requestAutoMatch(tx, ctx);
    return true;
  });
}
