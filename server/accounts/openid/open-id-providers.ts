import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import { name } from "@/lib/contracts/common";
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

const GOOGLE_ISSUER = "https://accounts.google.com";
// Intuit's discovery document is not hosted under its issuer.
const INTUIT_ISSUER = "https://oauth.platform.intuit.com/op/v1";

/** The display name of an issuer's provider; the host when the provider is no longer configured. */
export function providerName(issuer: string): string {
  const { GOOGLE_DISCOVERY_URL, OIDC_DISCOVERY_URL, OIDC_NAME, INTUIT_DISCOVERY_URL } = getEnv();
  if (isUnder(issuer, OIDC_DISCOVERY_URL)) return OIDC_NAME;
  if (issuer === GOOGLE_ISSUER || isUnder(issuer, GOOGLE_DISCOVERY_URL)) return "Google";
  if (issuer === INTUIT_ISSUER || isUnder(issuer, INTUIT_DISCOVERY_URL)) return "Intuit";
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}

/** OpenID Connect Discovery, section 4: the document has a fixed path under the issuer. */
function isUnder(issuer: string, discovery: Env["OIDC_DISCOVERY_URL"]): boolean {
  return discovery === `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}

// Some providers send the text "true"; any other value than a clear yes is no.
const yes = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === "true");
// One that our own forms refuse is left out: the user can enter it in Settings.
const claimedName = name(150).catch("");

/** The claims that providers send. Intuit spells some of them differently. */
const idTokenClaims = z.object({
  iss: z.string().min(1),
  sub: z.string().min(1).max(255),
  email: z.email().max(254).optional().catch(undefined),
  email_verified: yes,
  emailVerified: yes,
  given_name: claimedName,
  family_name: claimedName,
  givenName: claimedName,
  familyName: claimedName,
  /** Google: the Workspace domain that the account belongs to. */
  hd: z.string().optional().catch(undefined),
});

export interface OpenIdPerson {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Whether the provider's claim proves that the user owns the address now. */
  ownsEmail: boolean;
  firstName: string;
  lastName: string;
}

/** @throws ZodError when issuer or subject is missing. */
export function readClaims(provider: string, claims: unknown): OpenIdPerson {
  const parsed = idTokenClaims.parse(claims);
  const verified = parsed.email_verified || parsed.emailVerified;
  return {
    issuer: parsed.iss,
    subject: parsed.sub,
    email: parsed.email,
    ownsEmail: verified && (provider !== "google" || isGooglesOwn(parsed)),
    firstName: parsed.given_name || parsed.givenName,
    lastName: parsed.family_name || parsed.familyName,
  };
}

/**
 * Google verifies addresses of other domains only once, so only its own addresses prove current
 * ownership. (Its documentation: email_verified, and @gmail.com or an `hd` claim.)
 */
function isGooglesOwn({ email, hd }: z.infer<typeof idTokenClaims>): boolean {
  return Boolean(email?.toLowerCase().endsWith("@gmail.com") || hd);
}
