import type { BodyOf } from "@/lib/contracts/endpoint";
import type { quickbooksCallback } from "@/lib/contracts/integrations";
import type { SessionContext } from "@/server/context";
import { redeemOAuthState } from "@/server/integrations/oauth-state";
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
  await redeemOAuthState(ctx, "quickbooks", input.state);
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
