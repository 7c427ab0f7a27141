import { randomBytes } from "node:crypto";
import Stripe from "stripe";
import { STRIPE_VERSION } from "../stripe/state";
import type { Happening, SignedDelivery } from "./delivery";

/** An event as Stripe sends it, signed by Stripe's own package. */
export function stripeDelivery(
  { type, accountId, object }: Happening,
  secret: string,
  namesAccount: boolean,
): SignedDelivery {
  const created = Math.floor(Date.now() / 1000);
  const event = {
    id: `evt_${randomBytes(12).toString("hex")}`,
    object: "event",
    ...(namesAccount ? { account: accountId } : {}),
    api_version: STRIPE_VERSION,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  const body = JSON.stringify(event, null, 2);
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp: created,
  });
  return { body, headers: { "stripe-signature": signature } };
}
