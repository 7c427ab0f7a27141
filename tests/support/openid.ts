import { randomBytes } from "node:crypto";
import { type OpenIdEmulator, startOpenId } from "@/emulators/openid/start";
import type { Browser } from "./browser";
import { call, ok } from "./client";

/** Starts the emulator and configures it as every provider that the product knows. */
export async function startProviders(): Promise<OpenIdEmulator> {
  const openId = await startOpenId();
  const { OIDC_DISCOVERY_URL, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = openId.env;
  Object.assign(process.env, openId.env, {
    GOOGLE_DISCOVERY_URL: OIDC_DISCOVERY_URL,
    GOOGLE_CLIENT_ID: OIDC_CLIENT_ID,
    GOOGLE_CLIENT_SECRET: OIDC_CLIENT_SECRET,
    INTUIT_DISCOVERY_URL: OIDC_DISCOVERY_URL,
    INTUIT_CLIENT_ID: OIDC_CLIENT_ID,
    INTUIT_CLIENT_SECRET: OIDC_CLIENT_SECRET,
  });
  return openId;
}

/** Changes the person signed in at the provider. */
export function newPerson(
  { provider }: OpenIdEmulator,
  claims: Record<string, unknown> = {},
): { sub: string; email: string } {
  const sub = randomBytes(6).toString("hex");
  const person = { sub, email: `person-${sub}@example.com`, email_verified: true, ...claims };
  provider.person = person;
  return person;
}

export const sessionOf = async (from: Browser) => (await from.open("session")).json();

/** The API token that a browser gets after returning from the provider. */
export async function tokenOf(from: Browser): Promise<string> {
  const { exchange } = await sessionOf(from);
  const answer = await ok("POST", "/user/login/exchange/api/", undefined, { code: exchange });
  return answer.token;
}

export const statusOf = async (token: string) =>
  (await call("GET", "/user/profile/", { token })).status;
