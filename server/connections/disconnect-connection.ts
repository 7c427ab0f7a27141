import { providerName } from "./find";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { endAndRevoke } from "./disconnect";

/**
 * Ends one of several connections with a provider, as {@link disconnect} ends the first.
 * @throws NotFoundError when it does not exist, has ended, or is another company's.
 */
export async function disconnectConnection(
  ctx: CompanyContext,
  { connection_id }: { connection_id: string },
): Promise<{ message: string }> {
  const integration = await db(ctx).integration.findFirst({
    where: { companyId: ctx.companyId, id: connection_id, status: { not: "disconnected" } },
  });
  if (!integration) throw new NotFoundError("This connection doesn't exist any more.");
  await endAndRevoke(ctx, integration);
  const { provider, displayName } = integration;
  return { message: `Successfully disconnected ${displayName} from ${providerName(provider)}` };
}
