import { z } from "zod";
import { parseCredentials, parseReply } from "@/server/providers/parse";
import {
  createStripeCall,
  type StripeConfig,
  type StripePlatform,
} from "@/server/providers/stripe/client";
import { openAccount } from "@/server/providers/stripe/connect";
import { explainCode } from "@/server/providers/stripe/explain-connect";
import { stripeCredentials } from "@/server/providers/stripe/source";
import type { RedirectConnect } from "@/server/providers/types";

// Sufficient to read payouts. A broader scope would exclude accounts that another platform controls.
const SCOPE = "read_only";

const tokenReply = z.object({
  access_token: z.string().min(1),
  stripe_user_id: z.string().min(1),
  livemode: z.boolean(),
});

/** Stripe Connect's OAuth, for installations that are a Connect platform. */
export function createStripeOAuth(config: StripeConfig, platform: StripePlatform): RedirectConnect {
  const { clientId, connectBase } = platform;
  // No retries: a code works once and would be refused the second time.
  const call = createStripeCall(
    { ...config, apiBase: connectBase, maxNetworkRetries: 0 },
    platform.secretKey,
  );
  return {
    kind: "redirect",
    explain: explainCode,
    // The SDK's own builder drops the port and protocol of an emulator.
    authorizationUrl(state, redirectUri) {
      const query = new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        scope: SCOPE,
        state,
        redirect_uri: redirectUri,
      });
      return `${connectBase}/oauth/authorize?${query}`;
    },
    async exchange({ code }) {
      const reply = await call("code exchange", (stripe) =>
        stripe.oauth.token({ grant_type: "authorization_code", code }),
      );
      const token = parseReply("stripe", "code exchange", tokenReply, reply);
      const connection = await openAccount(config, {
        secretKey: token.access_token,
        connectedAccountId: token.stripe_user_id,
      });
      return { ...connection, livemode: token.livemode };
    },
    async revoke(store) {
      const stored = parseCredentials("stripe", stripeCredentials, await store.current());
      const account = stored.connectedAccountId;
      if (account === undefined) return;
      await call("deauthorization", (stripe) =>
        stripe.oauth.deauthorize({ client_id: clientId, stripe_user_id: account }),
      );
    },
  };
}
