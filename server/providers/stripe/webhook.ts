import Stripe from "stripe";
import { z } from "zod";
import { WebhookRefusedError } from "@/server/providers/errors";
import type { Webhook, WebhookEvent } from "@/server/providers/types";
import {
  badSignature,
  readJson,
  requireSecrets,
  type WebhookSecret,
} from "@/server/providers/webhook";

/** A signature older than this is refused: a delivery that was caught can't be sent again later. */
const TOLERANCE_SECONDS = 300;

const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  created: z.int(),
  /** Whose it is, at an endpoint of a Connect platform. An account's own endpoint does not say. */
  account: z.string().min(1).max(255).nullish(),
});

/**
 * Stripe's webhooks, checked by its own SDK.
 * @param setting the endpoints' signing secrets, see {@link requireSecrets}.
 */
export function createStripeWebhook(setting: string | undefined): Webhook {
  return {
    async verify(body, headers) {
      const secrets = requireSecrets(setting, "Stripe");
      const signedBy = await signer(body, headers.get("stripe-signature") ?? "", secrets);
      const parsed = event.safeParse(readJson(body));
      if (!parsed.success) {
        throw new WebhookRefusedError("unreadable", "The delivery is no event of Stripe's");
      }
      return concerning(parsed.data, signedBy);
    },
  };
}

/** @throws WebhookRefusedError when none of the secrets has signed it. */
async function signer(
  body: Uint8Array,
  header: string,
  secrets: WebhookSecret[],
): Promise<WebhookSecret> {
  const text = exactText(body);
  for (const each of secrets) {
    try {
      await Stripe.webhooks.constructEventAsync(text, header, each.secret, TOLERANCE_SECONDS);
      return each;
    } catch (error) {
      // Signed, but no JSON: said so by whoever reads it. Anything else is a signature that does not fit,
      // or one so odd that the SDK stumbles over it.
      if (error instanceof SyntaxError) return each;
    }
  }
  throw badSignature();
}

/** The SDK would drop a byte order mark and mend broken characters; signed are the bytes as they came. */
function exactText(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw badSignature();
  }
}

function concerning(
  { id, type, created, account }: z.output<typeof event>,
  signedBy: WebhookSecret,
): WebhookEvent[] {
  if (!type.startsWith("payout.")) return [];
  // A secret that names an account speaks for no other.
  if (account && signedBy.account && account !== signedBy.account) return [];
  const externalAccountId = account ?? signedBy.account;
  return [{ id, externalAccountId, at: new Date(created * 1000) }];
}
