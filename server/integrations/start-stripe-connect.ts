import type { SessionContext } from "@/server/context";
import { issueOAuthState } from "@/server/integrations/oauth-state";
import { stripeRedirectUri } from "@/server/integrations/redirect-uri";
import { requireStripeConnect } from "@/server/integrations/stripe-platform";

/** Where to send the browser. @throws ConflictError where Stripe Connect is not set up. */
export async function startStripeConnect(
  ctx: SessionContext,
): Promise<{ authorization_url: string }> {
  const connect = requireStripeConnect();
  const state = await issueOAuthState(ctx, "stripe");
  return { authorization_url: connect.authorizationUrl(state, stripeRedirectUri()) };
}
