import type { revokeApiToken as contract } from "@/lib/contracts/api-tokens";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { recordAudit } from "@/server/platform/record-audit";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";

/** Ends an API token: its next call is refused; one that is under way goes on. @throws NotFoundError. */
export function revokeApiToken(
  ctx: SessionContext,
  { api_token_id: id }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  return db(ctx).$transaction(async (tx) => {
    const { count } = await tx.apiToken.updateMany({
      where: { companyId, id, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count === 0) throw new NotFoundError("This API token is gone: it was revoked already.");
    const { name, role } = await tx.apiToken.findUniqueOrThrow({
      where: { companyId_id: { companyId, id } },
    });
    await recordAudit(tx, ctx, {
      action: "api_token.revoked",
      entity: "api_token",
      entityId: id,
      data: { name, role },
    });
    return { message: `${name} was revoked` };
  });
}
