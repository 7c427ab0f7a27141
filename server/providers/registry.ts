import { sharedCallLimiter } from "@/server/call-slots";
import { type Env, getEnv } from "@/server/env";
import { createAuthorizeNetProvider } from "@/server/providers/authorizenet/provider";
import type { QuickBooksConfig } from "@/server/providers/quickbooks/config";
import { createQuickBooksProvider } from "@/server/providers/quickbooks/provider";
import { createQuickBooksWebhook } from "@/server/providers/quickbooks/webhook";
import type { StripeConfig } from "@/server/providers/stripe/client";
import { createStripeProvider } from "@/server/providers/stripe/provider";
import { createStripeWebhook } from "@/server/providers/stripe/webhook";
import type { Ledger, Provider, ProviderId } from "@/server/providers/types";

let built: ReadonlyMap<ProviderId, Provider> | undefined;
let instead: ((id: ProviderId) => Provider | undefined) | undefined;

function build(): ReadonlyMap<ProviderId, Provider> {
  const env = getEnv();
  const known: Provider[] = [
    {
      ...createStripeProvider({ apiBase: env.STRIPE_API_BASE, ...stripePlatform(env) }),
      webhook: createStripeWebhook(env.STRIPE_WEBHOOK_SECRET),
    },
    {
      ...createQuickBooksProvider(quickBooks(env)),
      webhook: createQuickBooksWebhook(env.QUICKBOOKS_WEBHOOK_VERIFIER),
    },
    createAuthorizeNetProvider({ apiUrl: env.AUTHORIZENET_API_URL }),
  ];
  return new Map(known.map((provider) => [provider.id, provider]));
}

function quickBooks(env: Env): QuickBooksConfig {
  return {
    clientId: env.QUICKBOOKS_CLIENT_ID,
    clientSecret: env.QUICKBOOKS_CLIENT_SECRET,
    environment: env.QUICKBOOKS_ENVIRONMENT,
    apiBase: env.QUICKBOOKS_API_BASE,
    authorizeUrl: env.QUICKBOOKS_AUTHORIZE_URL,
    tokenUrl: env.QUICKBOOKS_TOKEN_URL,
    revokeUrl: env.QUICKBOOKS_REVOKE_URL,
    limiter: sharedCallLimiter,
  };
}

/** Connect needs the platform's client id and its secret key, both. */
function stripePlatform(env: Env): Pick<StripeConfig, "platform"> {
  const { STRIPE_CONNECT_CLIENT_ID: clientId, STRIPE_SECRET_KEY: secretKey } = env;
  if (!clientId || !secretKey) return {};
  return { platform: { connectBase: env.STRIPE_CONNECT_BASE, clientId, secretKey } };
}

/** Every provider of this deployment, made from the environment on first use. */
export function providers(): Provider[] {
  built ??= build();
  return [...built.values()];
}

/** @throws Error for a provider that does not exist. */
export function getProvider(id: ProviderId): Provider {
  built ??= build();
  const provider = instead?.(id) ?? built.get(id);
  if (!provider) throw new Error(`there is no provider ${id}`);
  return provider;
}

/** The accounting software that payments are in and Deposits are posted to. */
export function getLedger(): Ledger {
  const { ledger } = getProvider("quickbooks");
  if (!ledger) throw new Error("QuickBooks is a ledger");
  return ledger;
}

/**
 * Puts others in the place of the environment's providers: with shorter time-outs, or one set per caller.
 * For tests and measurements; `find` is asked at every use, and may leave one to the environment.
 */
export function replaceProviders(find: (id: ProviderId) => Provider | undefined): void {
  instead = find;
}
