import { listen } from "../http/server";
import { newSigningKey } from "./keys";
import { answer, type Provider } from "./server";

export interface OpenIdEmulator {
  discoveryUrl: string;
  /** The person signed in at the provider, and the provider's faults. Tests change both. */
  provider: Provider;
  /** Settings the product needs to offer it as "Single sign-on". */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Starts an OpenID Connect provider with a signed-in person who consents to everything. */
export async function startOpenId(port = 0, host = "127.0.0.1"): Promise<OpenIdEmulator> {
  const provider: Provider = {
    issuer: "",
    clientId: "deposit-matcher",
    clientSecret: "only-for-the-emulator",
    key: newSigningKey("emulator-1"),
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
