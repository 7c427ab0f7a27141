import { type Env, getEnv } from "@/server/env";
import { createAuthorizeNetProvider } from "@/server/providers/authorizenet/provider";
import { createQuickBooksProvider } from "@/server/providers/quickbooks/provider";
import type { StripeConfig } from "@/server/providers/stripe/client";
import { createStripeProvider } from "@/server/providers/stripe/provider";
import type { Provider, ProviderId } from "@/server/providers/types";

let built: ReadonlyMap<ProviderId, Provider> | undefined;

function build(): ReadonlyMap<ProviderId, Provider> {
  const env = getEnv();
  const known: Provider[] = [
    createStripeProvider({ apiBase: env.STRIPE_API_BASE, ...stripePlatform(env) }),
    createQuickBooksProvider({
      clientId: env.QUICKBOOKS_CLIENT_ID,
      clientSecret: env.QUICKBOOKS_CLIENT_SECRET,
      environment: env.QUICKBOOKS_ENVIRONMENT,
      apiBase: env.QUICKBOOKS_API_BASE,
      authorizeUrl: env.QUICKBOOKS_AUTHORIZE_URL,
      tokenUrl: env.QUICKBOOKS_TOKEN_URL,
      revokeUrl: env.QUICKBOOKS_REVOKE_URL,
    }),
    createAuthorizeNetProvider({ apiUrl: env.AUTHORIZENET_API_URL }),
  ];
  return new Map(known.map((provider) => [provider.id, provider]));
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
  const provider = built.get(id);
  if (!provider) throw new Error(`there is no provider ${id}`);
  return provider;
}
