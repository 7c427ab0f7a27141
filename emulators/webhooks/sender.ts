import { z } from "zod";
import type { Emulated } from "../emulated";
import type { Happening, SignedDelivery } from "./delivery";
import { quickBooksDelivery } from "./quickbooks";
import { stripeDelivery } from "./stripe";

type Sign = (happening: Happening, target: { secret: string; account: boolean }) => SignedDelivery;

/** How each provider that has webhooks signs an event. */
const SIGNATURES = {
  stripe: (happening, { secret, account }) => stripeDelivery(happening, secret, account),
  quickbooks: (happening, { secret }) => quickBooksDelivery(happening, secret),
} satisfies Partial<Record<Emulated, Sign>>;

export type WebhookProvider = keyof typeof SIGNATURES;
export const WEBHOOK_PROVIDERS = Object.keys(SIGNATURES) as WebhookProvider[];

/** Where a provider sends its events, and the secret that signs them. */
export const targetInput = z.strictObject({
  provider: z.enum(WEBHOOK_PROVIDERS),
  url: z.url(),
  secret: z.string().min(1),
  /** Stripe: name the account in each event, as for a Connect platform. */
  account: z.boolean().default(false),
});
type Target = z.output<typeof targetInput>;

interface Delivered {
  at: string;
  provider: WebhookProvider;
  type: string;
  /** HTTP status of the answer; null without an answer. */
  status: number | null;
}

const KEPT = 1000;
const TIMEOUT_MS = 10_000;

/** Sends provider events to the product, signed as the provider signs them. Nothing is sent twice. */
export class WebhookSender {
  readonly #targets = new Map<WebhookProvider, Target>();
  #delivered: Delivered[] = [];

  aim(target: Target): void {
    this.#targets.set(target.provider, target);
  }

  clear(): void {
    this.#targets.clear();
    this.#delivered = [];
  }

  view() {
    const targets = [...this.#targets.values()].map(({ secret: _, ...target }) => target);
    return { targets, deliveries: [...this.#delivered] };
  }

  /** Sends to the provider's target, if any. The caller does not wait. */
  send(provider: WebhookProvider, happenings: Happening[]): void {
    const target = this.#targets.get(provider);
    if (!target) return;
    for (const happening of happenings) void this.#deliver(target, happening);
  }

  async #deliver(target: Target, happening: Happening): Promise<void> {
    const { body, headers } = SIGNATURES[target.provider](happening, target);
    const status = await fetch(target.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).then(
      (response) => response.status,
      () => null,
    );
    const { provider } = target;
    this.#delivered.push({ at: new Date().toISOString(), provider, type: happening.type, status });
    if (this.#delivered.length > KEPT) this.#delivered.shift();
  }
}
