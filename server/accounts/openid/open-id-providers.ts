import type { OAuthConfig } from "next-auth/providers/oauth";
import { type Env, getEnv } from "@/server/platform/env";

interface Settings {
  id: "google" | "intuit" | "oidc";
  name: string;
  wellKnown: string | undefined;
  clientId: string | undefined;
  clientSecret: string | undefined;
  checks: NonNullable<OAuthConfig<OpenIdClaims>["checks"]>;
}

type OpenIdClaims = Record<string, unknown> & { sub: string };

/** The providers whose keys are configured. */
export function openIdProviders(): OAuthConfig<OpenIdClaims>[] {
  return settingsOf(getEnv()).flatMap((settings) => {
    const { clientId, clientSecret, wellKnown } = settings;
    if (!clientId || !clientSecret || !wellKnown) return [];
    return [provider({ ...settings, clientId, clientSecret, wellKnown })];
  });
}

function settingsOf(env: Env): Settings[] {
  return [
    {
      id: "google",
      name: "Google",
      wellKnown: env.GOOGLE_DISCOVERY_URL,
      clientId: env.GOOGLE_CLIENT_ID,
      clientSecret: env.GOOGLE_CLIENT_SECRET,
      checks: ["pkce", "state", "nonce"],
    },
    {
      id: "intuit",
      name: "Intuit",
      wellKnown: env.INTUIT_DISCOVERY_URL,
      clientId: env.INTUIT_CLIENT_ID,
      clientSecret: env.INTUIT_CLIENT_SECRET,
      // The provider documents neither PKCE nor a nonce.
      checks: ["state"],
    },
    {
      id: "oidc",
      name: env.OIDC_NAME,
      wellKnown: env.OIDC_DISCOVERY_URL,
      clientId: env.OIDC_CLIENT_ID,
      clientSecret: env.OIDC_CLIENT_SECRET,
      checks: ["pkce", "state", "nonce"],
    },
  ];
}

function provider({
  id,
  name,
  wellKnown,
  clientId,
  clientSecret,
  checks,
}: Settings & {
  wellKnown: string;
  clientId: string;
  clientSecret: string;
}): OAuthConfig<OpenIdClaims> {
  return {
    id,
    name,
    type: "oauth",
    wellKnown,
    clientId,
    clientSecret,
    checks,
    idToken: true,
    authorization: { params: { scope: "openid email profile" } },
    httpOptions: { timeout: 10_000 },
    userinfo: {
      // Claims of the signed token take precedence; the userinfo endpoint adds the rest, such as Intuit's
      // address. The client checks that both have the same subject.
      async request({ client, tokens }) {
        // next-auth's types hide that these are the client's own.
        const own = tokens as Exclude<Parameters<typeof client.userinfo>[0], string>;
        const claims = own.claims();
        if (claims.email || !client.issuer.metadata.userinfo_endpoint) return claims;
        // The token's verification flags only apply to an address in the token itself.
        const { email_verified: _, emailVerified: _too, ...signed } = claims;
        return { ...(await client.userinfo(own)), ...signed };
      },
    },
    profile: (claims) => ({ id: claims.sub }),
  };
}
