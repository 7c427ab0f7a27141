import { type Env, getEnv } from "@/server/env";

const GOOGLE_ISSUER = "https://accounts.google.com";
// Intuit's discovery document lies elsewhere than under this name.
const INTUIT_ISSUER = "https://oauth.platform.intuit.com/op/v1";

/** What people call the provider of an issuer; a provider that is no longer configured goes by its host. */
export function providerName(issuer: string): string {
  const { GOOGLE_DISCOVERY_URL, OIDC_DISCOVERY_URL, OIDC_NAME, INTUIT_DISCOVERY_URL } = getEnv();
  if (isUnder(issuer, OIDC_DISCOVERY_URL)) return OIDC_NAME;
  if (issuer === GOOGLE_ISSUER || isUnder(issuer, GOOGLE_DISCOVERY_URL)) return "Google";
  if (issuer === INTUIT_ISSUER || isUnder(issuer, INTUIT_DISCOVERY_URL)) return "Intuit";
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}

/** OpenID Connect Discovery, section 4: the document lies at a fixed path under the issuer's name. */
function isUnder(issuer: string, discovery: Env["OIDC_DISCOVERY_URL"]): boolean {
  return discovery === `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}
