import { createHash } from "node:crypto";
import type { Emulators } from "@/emulators/start";
import { submitConsent } from "./clients";

export const XERO_CALLBACK = "https://matcher.example/xero/callback";
export const XERO_SCOPES =
  "openid offline_access accounting.banktransactions accounting.payments accounting.invoices accounting.contacts accounting.settings.read";
const VERIFIER = "a-verifier-of-forty-three-characters-or-more";

/** What an answer holds: the tests say what they expect of it. */
export type Body = ReturnType<typeof JSON.parse>;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

export function authorise(
  emulators: Emulators,
  { scope = XERO_SCOPES, redirect = XERO_CALLBACK, pkce = false } = {},
): string {
  const address = new URL(emulators.env.XERO_AUTHORIZE_URL ?? "");
  address.search = String(
    new URLSearchParams({
      response_type: "code",
      client_id: emulators.credentials.xeroClientId,
      redirect_uri: redirect,
      scope,
      state: "state & more",
      ...(pkce && {
        code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
        code_challenge_method: "S256",
      }),
    }),
  );
  return address.href;
}

export function basicOf({ credentials }: Emulators, secret = credentials.xeroClientSecret): string {
  return `Basic ${Buffer.from(`${credentials.xeroClientId}:${secret}`).toString("base64")}`;
}

/** Asks the token service, with the app's secret or as an app that has none. */
export async function askTokens(
  emulators: Emulators,
  fields: Record<string, string>,
  { pkce = false, secret = emulators.credentials.xeroClientSecret } = {},
): Promise<Answer> {
  const { xeroClientId } = emulators.credentials;
  const body = pkce ? { ...fields, client_id: xeroClientId, code_verifier: VERIFIER } : fields;
  return answered(
    await fetch(emulators.env.XERO_TOKEN_URL ?? "", {
      method: "POST",
      headers: pkce ? {} : { authorization: basicOf(emulators, secret) },
      body: new URLSearchParams(body),
    }),
  );
}

export async function codeOf(address: string): Promise<Record<string, string>> {
  const target = await submitConsent(address, "connect");
  const code = target.searchParams.get("code") ?? "";
  return { grant_type: "authorization_code", code, redirect_uri: XERO_CALLBACK };
}

export type Xero = (
  method: string,
  path: string,
  body?: object | string,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** Calls the accounting API, in JSON unless the headers say otherwise. */
export function xeroClient(emulators: Emulators, token: string): Xero {
  return async (method, path, body, headers = {}) => {
    const isApi = !path.startsWith("/");
    return answered(
      await fetch(`${emulators.xero.url}${isApi ? `/api.xro/2.0/${path}` : path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          accept: "application/json",
          "xero-tenant-id": emulators.credentials.xeroTenantId,
          ...headers,
        },
        ...(body ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {}),
      }),
    );
  };
}

export async function connectXero(emulators: Emulators, scope = XERO_SCOPES) {
  const code = await codeOf(authorise(emulators, { scope }));
  const { body } = await askTokens(emulators, code);
  return { tokens: body, xero: xeroClient(emulators, body.access_token) };
}

async function answered(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  const body: Body = isJson ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body };
}
