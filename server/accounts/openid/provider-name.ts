import { type Env, getEnv } from "@/server/platform/env";

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
