import type { BodyOf } from "@/lib/contracts/endpoint";
import type { quickbooksCallback } from "@/lib/contracts/integrations";
import type { SessionContext } from "@/server/context";
import { hashToken } from "@/server/crypto/tokens";
import { db } from "@/server/db";
import { UnusableInputError } from "@/server/errors";
import { quickbooksRedirectUri } from "@/server/integrations/redirect-uri";
import { storeConnection } from "@/server/integrations/store-connection";
import { releaseBlockedPostings } from "@/server/posting/release-blocked";
import { getProvider } from "@/server/providers/registry";
import { startSync } from "@/server/sync/start-sync";

/**
 * Exchanges what QuickBooks sent back, and starts the first sync.
 * @throws UnusableInputError when the state is unknown, used, expired, or another person's.
 */
export async function completeQuickbooksConnect(
  ctx: SessionContext,
  input: BodyOf<typeof quickbooksCallback>,
): Promise<{ message: string }> {
  await redeemState(ctx, input.state);
  const connect = getProvider("quickbooks").redirectConnect;
  if (!connect) throw new Error("QuickBooks connects by redirect");
  const connection = await connect.exchange({
    code: input.code,
    realmId: input.realmId,
    redirectUri: quickbooksRedirectUri(),
  });
  const integration = await storeConnection(ctx, "quickbooks", connection);
  await startSync(ctx, { integrationId: integration.id, trigger: "connect" });
  await releaseBlockedPostings(ctx);
  return { message: "Successfully connected to QuickBooks" };
}

/** One statement decides, so that two callbacks with one state can't both go on. */
async function redeemState(ctx: SessionContext, state: string): Promise<void> {
  const used = await db().oAuthState.updateMany({
    where: {
      stateHash: hashToken(state),
      provider: "quickbooks",
      userId: ctx.userId,
      companyId: ctx.companyId,
      usedAt: null,
      expiresAt: { gt: new Date() },
    },
    data: { usedAt: new Date() },
  });
  if (used.count !== 1) {
    throw new UnusableInputError(
      "This connection attempt is no longer valid. Start again from Integrations.",
    );
  }
}
