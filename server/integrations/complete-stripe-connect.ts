import type { BodyOf } from "@/lib/contracts/endpoint";
import type { stripeCallback } from "@/lib/contracts/integrations";
import type { SessionContext } from "@/server/context";
import { UnusableInputError } from "@/server/errors";
import { redeemOAuthState } from "@/server/integrations/oauth-state";
import { stripeRedirectUri } from "@/server/integrations/redirect-uri";
import { storeConnection } from "@/server/integrations/store-connection";
import { requireStripeConnect } from "@/server/integrations/stripe-platform";
import { ProviderError } from "@/server/providers/errors";
import { startSync } from "@/server/sync/start-sync";

/**
 * Exchanges the code that Stripe Connect sent back, and starts the first sync.
 * @throws ConflictError where Stripe Connect is not set up; UnusableInputError when the state or the
 *   code is not (or no longer) good.
 */
export async function completeStripeConnect(
  ctx: SessionContext,
  input: BodyOf<typeof stripeCallback>,
): Promise<{ message: string }> {
  const connect = requireStripeConnect();
  await redeemOAuthState(ctx, "stripe", input.state);
  const connection = await connect
    .exchange({ code: input.code, redirectUri: stripeRedirectUri() })
    .catch((error: unknown) => {
      throw explain(error);
    });
  const integration = await storeConnection(ctx, "stripe", connection);
  await startSync(ctx, { integrationId: integration.id, trigger: "connect" });
  return { message: "Successfully connected to Stripe" };
}

function explain(error: unknown): unknown {
  if (!(error instanceof ProviderError) || error.failure !== "rejected") return error;
  return new UnusableInputError(
    "Stripe does not accept this answer any more. Start again from Integrations.",
  );
}
