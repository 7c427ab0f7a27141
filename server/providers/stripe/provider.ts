import type { StripeConfig } from "@/server/providers/stripe/client";
import { createStripeConnect } from "@/server/providers/stripe/connect";
import { createStripeOAuth } from "@/server/providers/stripe/oauth";
import { createStripeSource } from "@/server/providers/stripe/source";
import type { Provider } from "@/server/providers/types";

/** Stripe as a payment source, through its own SDK. */
export function createStripeProvider(config: StripeConfig) {
  return {
    id: "stripe",
    keyConnect: createStripeConnect(config),
    ...(config.platform && { redirectConnect: createStripeOAuth(config, config.platform) }),
    source: createStripeSource(config),
  } satisfies Provider;
}
