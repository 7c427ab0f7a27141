import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import { seal, unseal } from "@/server/platform/crypto/keyring";

/** Of https://www.standardwebhooks.com. */
const PREFIX = "whsec_";
const KEY_BYTES = 32;
/** For so long the previous secret signs too, so that receivers change it without losing a delivery. */
const OVERLAP_MS = 24 * 3_600_000;

const secrets = z.object({
  current: z.string(),
  previous: z.object({ secret: z.string(), until: z.number() }).nullable(),
});
type Secrets = z.infer<typeof secrets>;

/** The purpose that the seal of an endpoint's secret is bound to. */
export const webhookPurpose = (endpointId: string) => `webhook-endpoint:${endpointId}`;

/** A new secret, and how it is stored. @param old the secrets that it follows */
export async function makeSecret(endpointId: string, old?: Secrets) {
  const secret = PREFIX + randomBytes(KEY_BYTES).toString("base64");
  const previous = old ? { secret: old.current, until: Date.now() + OVERLAP_MS } : null;
  const made: Secrets = { current: secret, previous };
  return { secret, sealedSecret: await seal(made, webhookPurpose(endpointId)) };
}

/** @throws UnopenableError when no known key opens it. */
export async function openSecrets(row: { id: string; sealedSecret: Uint8Array }): Promise<Secrets> {
  return secrets.parse(await unseal(row.sealedSecret, webhookPurpose(row.id)));
}

/**
 * The headers of a delivery.
 * @param at seconds since 1970
 * @param body exactly as it is sent
 */
export function signedHeaders(
  { current, previous }: Secrets,
  { id, at, body }: { id: string; at: number; body: string },
): Record<string, string> {
  const valid = [current, ...(previous && previous.until > Date.now() ? [previous.secret] : [])];
  return {
    "webhook-id": id,
    "webhook-timestamp": String(at),
    "webhook-signature": valid.map((secret) => sign(secret, `${id}.${at}.${body}`)).join(" "),
  };
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}
