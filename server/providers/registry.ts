import { isOwnNote } from "@/lib/deposit-note";
import type { ConnectableId, ProviderId } from "@/lib/providers/list";
import { type Env, getEnv } from "@/server/platform/env";
import { requireRunning } from "@/server/platform/installation";
import { createAuthorizeNetProvider } from "@/server/providers/authorizenet/provider";
import type { Ledger } from "@/server/providers/ledger";
import { askBeforeCalls } from "@/server/providers/observe-call";
import { createPayPalProvider } from "@/server/providers/paypal/provider";
import { createQuickBooksProvider } from "@/server/providers/quickbooks/provider";
import { createQuickBooksWebhook } from "@/server/providers/quickbooks/webhook";
import type { StripeConfig } from "@/server/providers/stripe/client";
import { createStripeProvider } from "@/server/providers/stripe/provider";
import { createStripeWebhook } from "@/server/providers/stripe/webhook";
import type { Provider } from "@/server/providers/types";
import { createXeroProvider } from "@/server/providers/xero/provider";
import { sharedCallLimiter } from "./call-slots";
import { sharedReadMeter } from "./read-meter";
import { sharedXeroLimiter } from "./xero-calls";

/** The factory of each connectable provider, from the environment. */
type Factories = { [Id in ConnectableId]: (env: Env) => Provider & { id: Id } };

const FACTORIES: Factories = {
  stripe: (env) => ({
    ...createStripeProvider({ apiBase: env.STRIPE_API_BASE, ...stripePlatform(env) }),
    webhook: createStripeWebhook(env.STRIPE_WEBHOOK_SECRET),
  }),
  authorizenet: (env) => createAuthorizeNetProvider({ apiUrl: env.AUTHORIZENET_API_URL }),
  paypal: (env) => {
    const { source, keyConnect, id } = createPayPalProvider({ apiBase: env.PAYPAL_API_BASE });
    const isOffered = env.PAYPAL_CLIENT_ID && env.PAYPAL_CLIENT_SECRET;
    return { id, source, ...(isOffered && { keyConnect }) };
  },
  quickbooks: (env) => ({
    ...createQuickBooksProvider({
      clientId: env.QUICKBOOKS_CLIENT_ID,
      clientSecret: env.QUICKBOOKS_CLIENT_SECRET,
      environment: env.QUICKBOOKS_ENVIRONMENT,
      apiBase: env.QUICKBOOKS_API_BASE,
      authorizeUrl: env.QUICKBOOKS_AUTHORIZE_URL,
      tokenUrl: env.QUICKBOOKS_TOKEN_URL,
      revokeUrl: env.QUICKBOOKS_REVOKE_URL,
      limiter: sharedCallLimiter,
      readMeter: sharedReadMeter,
    }),
    webhook: createQuickBooksWebhook(env.QUICKBOOKS_WEBHOOK_VERIFIER),
  }),
  xero: (env) =>
    createXeroProvider({
      clientId: env.XERO_CLIENT_ID,
      clientSecret: env.XERO_CLIENT_SECRET,
      apiBase: env.XERO_API_BASE,
      authorizeUrl: env.XERO_AUTHORIZE_URL,
      tokenUrl: env.XERO_TOKEN_URL,
      revokeUrl: env.XERO_REVOKE_URL,
      limiter: sharedXeroLimiter,
      isOwnNote,
    }),
};

/** Connect requires both the platform's client id and its secret key. */
function stripePlatform(env: Env): Pick<StripeConfig, "platform"> {
  const { STRIPE_CONNECT_CLIENT_ID: clientId, STRIPE_SECRET_KEY: secretKey } = env;
  if (!clientId || !secretKey) return {};
  return { platform: { connectBase: env.STRIPE_CONNECT_BASE, clientId, secretKey } };
}

// Not one for the process: a provider throws the errors of its own copy of the modules, see singleton.ts.
let built: ReadonlyMap<ProviderId, Provider> | undefined;
let instead: ((id: ProviderId) => Provider | undefined) | undefined;

function build(): ReadonlyMap<ProviderId, Provider> {
  const env = getEnv();
  askBeforeCalls(requireRunning);
  const made: Provider[] = Object.values(FACTORIES).map((create) => create(env));
  return new Map(made.map((provider) => [provider.id, provider]));
}

/** Every provider of this deployment, created from the environment on first use. */
export function providers(): Provider[] {
  built ??= build();
  return [...built.values()];
}

/** @throws Error for a provider that can't be connected. */
export function getProvider(id: ProviderId): Provider {
  built ??= build();
  const provider = instead?.(id) ?? built.get(id);
  if (!provider) throw new Error(`there is no provider ${id}`);
  return provider;
}

/** The accounting software behind a connection. @throws Error for a provider that is none. */
export function getLedger(id: ProviderId): Ledger {
  const { ledger } = getProvider(id);
  if (!ledger) throw new Error(`${id} is no ledger`);
  return ledger;
}

/**
 * Replaces the environment's providers, with shorter time-outs or one set per caller. For tests and
 * measurements; `find` is called on every use, and undefined keeps the environment's provider.
 */
export function replaceProviders(find: (id: ProviderId) => Provider | undefined): void {
  instead = find;
}

/** Discards the providers; the next use creates them from the environment. For tests. */
export function forgetProviders(): void {
  built = undefined;
  instead = undefined;
}
