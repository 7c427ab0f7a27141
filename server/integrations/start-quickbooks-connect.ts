import type { SessionContext } from "@/server/context";
import { hashToken, randomToken } from "@/server/crypto/tokens";
import { db } from "@/server/db";
import { getEnv } from "@/server/env";
import { ConflictError } from "@/server/errors";
import { quickbooksRedirectUri } from "@/server/integrations/redirect-uri";
import { getProvider } from "@/server/providers/registry";

const STATE_LIFETIME_MS = 15 * 60_000;

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
  const state = randomToken();
  await db().oAuthState.create({
    data: {
      stateHash: hashToken(state),
      provider: "quickbooks",
      userId: ctx.userId,
      companyId: ctx.companyId,
      expiresAt: new Date(Date.now() + STATE_LIFETIME_MS),
    },
  });
  return { authorization_url: connect.authorizationUrl(state, quickbooksRedirectUri()) };
}
