import { WebhookRefusedError } from "@/server/providers/errors";

/** One secret that signs deliveries; `account`: the only account that it may speak for. */
export interface WebhookSecret {
  secret: string;
  account: string | null;
}

/**
 * The secrets in a setting: several, separated by spaces or commas, while one replaces another. One may
 * name its account in front: `acct_1=whsec_…`.
 * @throws WebhookRefusedError "not_set_up" when there is none: nothing unsigned is ever believed.
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

/** @throws WebhookRefusedError "unreadable" for what is no JSON in UTF-8. */
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
