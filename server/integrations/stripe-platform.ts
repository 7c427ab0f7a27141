import { ConflictError } from "@/server/errors";
import { getProvider } from "@/server/providers/registry";
import type { RedirectConnect } from "@/server/providers/types";

/** Whether this installation is a Connect platform, so that Stripe can be connected by redirect. */
export function offersStripeConnect(): boolean {
  return getProvider("stripe").redirectConnect !== undefined;
}

/** @throws ConflictError where this installation is no Connect platform. */
export function requireStripeConnect(): RedirectConnect {
  const connect = getProvider("stripe").redirectConnect;
  if (connect) return connect;
  throw new ConflictError(
    "Stripe Connect is not set up on this installation: set STRIPE_CONNECT_CLIENT_ID and STRIPE_SECRET_KEY, or connect Stripe with a secret key.",
  );
}
