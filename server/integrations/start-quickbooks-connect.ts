import type { SessionContext } from "@/server/context";
import { getEnv } from "@/server/env";
import { ConflictError } from "@/server/errors";
import { issueOAuthState } from "@/server/integrations/oauth-state";
import { quickbooksRedirectUri } from "@/server/integrations/redirect-uri";
import { getProvider } from "@/server/providers/registry";

/** Where to send the browser. The state is bound to this person and company and works once. */
export async function startQuickbooksConnect(
  ctx: SessionContext,
): Promise<{ authorization_url: string }> {
  const env = getEnv();
  if (!env.QUICKBOOKS_CLIENT_ID || !env.QUICKBOOKS_CLIENT_SECRET) {
    throw new ConflictError(
      "QuickBooks is not set up on this installation: set QUICKBOOKS_CLIENT_ID and QUICKBOOKS_CLIENT_SECRET.",
    );
  }
  const connect = getProvider("quickbooks").redirectConnect;
  if (!connect) throw new Error("QuickBooks connects by redirect");
  const state = await issueOAuthState(ctx, "quickbooks");
  return { authorization_url: connect.authorizationUrl(state, quickbooksRedirectUri()) };
}
