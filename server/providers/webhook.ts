import { z } from "zod";
import { WebhookRefusedError } from "@/server/providers/errors";

/** An id in a delivery: printable ASCII, so that it can be stored and logged. */
export const eventText = z
  .string()
  .max(255)
  .regex(/^[\x21-\x7e]+$/);

const DAY_MS = 86_400_000;
const FIRST_TIME = Date.UTC(2000);

/** The time of an event is informational: one that can't be meant becomes the time of arrival. */
export function eventTime(given: string | number | undefined): Date {
  const at = new Date(given ?? Number.NaN);
  const now = Date.now();
  return at.getTime() >= FIRST_TIME && at.getTime() <= now + DAY_MS ? at : new Date(now);
}

/** One secret that signs deliveries; `account`: the only account that it is valid for. */
export interface WebhookSecret {
  secret: string;
  account: string | null;
}

/**
 * The secrets in a setting, separated by spaces or commas; several allow a rotation. A secret may name
 * its account in front: `acct_1=whsec_…`.
 * @throws WebhookRefusedError "not_set_up" when there is none: unsigned deliveries are never accepted.
 */
export function requireSecrets(setting: string | undefined, provider: string): WebhookSecret[] {
  const words = (setting ?? "").split(/[\s,]+/).filter(Boolean);
  if (words.length === 0) {
    throw new WebhookRefusedError("not_set_up", `Webhooks of ${provider} are not set up here`);
  }
  return words.map((word) => {
    const [, account, secret] = /^(acct_\w+)=(.+)$/.exec(word) ?? [];
    return { secret: secret ?? word, account: account ?? null };
  });
}

/** @throws WebhookRefusedError "unreadable" when the body is not JSON in UTF-8. */
export function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new WebhookRefusedError("unreadable", "The delivery is not valid JSON in UTF-8");
  }
}

export function badSignature(): WebhookRefusedError {
  return new WebhookRefusedError(
    "bad_signature",
    "The delivery is not signed by the provider, or it is too old",
  );
}
