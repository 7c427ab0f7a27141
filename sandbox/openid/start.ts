import { listen } from "../http/server";
import { newSigningKey } from "./keys";
import { answer, type Provider } from "./server";

export interface OpenIdStandIn {
  discoveryUrl: string;
  /** Who is signed in at the provider, and how it errs; a test changes both. */
  provider: Provider;
  /** What the product needs to offer it as its "Single sign-on". */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Starts an OpenID Connect provider at which somebody is signed in already and consents to everything. */
export async function startOpenId(port = 0, host = "127.0.0.1"): Promise<OpenIdStandIn> {
  const provider: Provider = {
    issuer: "",
    clientId: "deposit-matcher",
    clientSecret: "only-for-the-stand-in",
    key: newSigningKey("stand-in-1"),
    person: { sub: "1", email: "someone@example.com", email_verified: true },
    emailIn: "token",
    codes: new Map(),
    accessTokens: new Map(),
  };
  const server = await listen((call) => ({ reply: answer(call, provider) }), port, host);
  provider.issuer = server.url;
  const discoveryUrl = `${server.url}/.well-known/openid-configuration`;
  return {
    discoveryUrl,
    provider,
    env: {
      OIDC_DISCOVERY_URL: discoveryUrl,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
    },
    close: () => server.close(),
  };
}
