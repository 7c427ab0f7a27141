import Stripe from "stripe";
import { z } from "zod";
import { WebhookRefusedError } from "@/server/providers/errors";
import type { Webhook, WebhookEvent } from "@/server/providers/types";
import {
  badSignature,
  eventText,
  eventTime,
  readJson,
  requireSecrets,
  type WebhookSecret,
} from "@/server/providers/webhook";

/**
 * A signature of another time is refused, so that an intercepted delivery can't be replayed later. The SDK refuses older
 * ones only. QuickBooks' deliveries are signed without a time.
 */
const TOLERANCE_SECONDS = 300;

const event = z.object({
  id: eventText,
  type: z.string(),
  created: z.number(),
  /** The account, at an endpoint of a Connect platform. An account's own endpoint does not name it. */
  account: eventText.nullish(),
});

/**
 * Stripe's webhooks, verified by its own SDK.
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

/** The secret that signed the body. @throws WebhookRefusedError when none of them did. */
async function signer(
  body: Uint8Array,
  header: string,
  secrets: WebhookSecret[],
): Promise<WebhookSecret> {
  const text = exactText(body);
  if (isAhead(header)) throw badSignature();
  for (const each of secrets) {
    try {
      await Stripe.webhooks.constructEventAsync(text, header, each.secret, TOLERANCE_SECONDS);
      return each;
    } catch (error) {
      // The SDK parses after verifying: a SyntaxError means a valid signature over something that is not
      // JSON, which the caller reports. Any other error is an invalid signature.
      if (error instanceof SyntaxError) return each;
    }
  }
  throw badSignature();
}

/** Whether the signature's time is too far ahead, by any of the times that the header names. */
function isAhead(header: string): boolean {
  const latest = Date.now() / 1000 + TOLERANCE_SECONDS;
  return header
    .split(",")
    .some((item) => item.startsWith("t=") && Number.parseInt(item.slice(2), 10) > latest);
}

/**
 * Decodes the exact bytes that were signed: the SDK would drop a byte order mark and replace invalid
 * bytes.
 */
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
  // A secret that names an account is valid for that account only.
  if (account && signedBy.account && account !== signedBy.account) return [];
  const externalAccountId = account ?? signedBy.account;
  return [{ id, externalAccountId, at: eventTime(created * 1000) }];
}
