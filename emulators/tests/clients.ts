import OAuthClient from "intuit-oauth";
import QuickBooks from "node-quickbooks";
import Stripe from "stripe";
import { type EmulatorOptions, type Emulators, startEmulators } from "@/emulators/start";

export const TODAY = "2026-11-18";

export function start(options: EmulatorOptions = {}): Promise<Emulators> {
  return startEmulators({ today: TODAY, seed: 7, ...options });
}

/** The real Stripe SDK against the emulator, without its own retries. */
export function stripeClient(
  emulators: Emulators,
  key = emulators.credentials.stripeSecretKey,
): Stripe {
  const { hostname, port } = new URL(emulators.stripe.url);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
  });
}

export const CALLBACK = "http://127.0.0.1:9/quickbooks/callback";

/** The real OAuth client. Its addresses are statics of the class: one set of emulators at a time. */
export function oauthClient(emulators: Emulators): OAuthClient {
  const client = new OAuthClient({
    clientId: emulators.credentials.quickbooksClientId,
    clientSecret: emulators.credentials.quickbooksClientSecret,
    environment: "sandbox",
    redirectUri: CALLBACK,
  });
  client.setAuthorizeURLs({
    authorizeEndpoint: String(emulators.env.QUICKBOOKS_AUTHORIZE_URL),
    tokenEndpoint: String(emulators.env.QUICKBOOKS_TOKEN_URL),
    revokeEndpoint: String(emulators.env.QUICKBOOKS_REVOKE_URL),
    userInfoEndpoint: `${emulators.quickbooks.url}/userinfo`,
  });
  return client;
}

/** Opens the consent page, submits its form like a browser, and returns the redirect's address. */
export async function submitConsent(address: string, decision: "connect" | "cancel"): Promise<URL> {
  const page = await fetch(address);
  const html = await page.text();
  if (page.status !== 200) throw new Error(`consent page: ${page.status} ${html}`);
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1] ?? "";
  const fields = new URLSearchParams({ decision });
  for (const [, name = "", value = ""] of html.matchAll(
    /type="hidden" name="([^"]+)" value="([^"]*)">/g,
  )) {
    fields.set(name, value.replaceAll("&amp;", "&"));
  }
  const answer = await fetch(new URL(action, address), {
    method: "POST",
    body: fields,
    redirect: "manual",
  });
  return new URL(answer.headers.get("location") ?? "");
}

export async function connectQuickBooks(emulators: Emulators): Promise<OAuthClient> {
  const client = oauthClient(emulators);
  const address = client.authorizeUri({ scope: OAuthClient.scopes.Accounting, state: "s1" });
  await client.createToken((await submitConsent(address, "connect")).href);
  return client;
}

/** A method of the real node-quickbooks as a promise of its body. */
export type Books = (method: string, ...args: unknown[]) => Promise<Record<string, never>>;

export function books(emulators: Emulators, accessToken: string): Books {
  const { quickbooksClientId, quickbooksClientSecret, realmId } = emulators.credentials;
  const client = new QuickBooks(
    quickbooksClientId,
    quickbooksClientSecret,
    accessToken,
    false,
    realmId,
    true,
    false,
    "75",
    "2.0",
    "",
  );
  client.endpoint = `${emulators.quickbooks.url}/v3/company/`;
  const methods = client as unknown as Record<string, (...args: unknown[]) => void>;
  return (method, ...args) =>
    new Promise((resolve, reject) => {
      const done = (error: unknown, body?: unknown) =>
        error ? reject(error) : resolve(body as Record<string, never>);
      methods[method]?.(...args, done);
    });
}

export async function connectedBooks(emulators: Emulators): Promise<Books> {
  return books(emulators, (await connectQuickBooks(emulators)).getToken().access_token ?? "");
}

interface FaultError {
  response?: { status: number; data: unknown };
  code?: string;
}

/** The fault of a refused call; fails when the call was not refused. */
export async function refusal(call: Promise<unknown>): Promise<{ status?: number; code?: string }> {
  const error: FaultError = await call.then(
    () => {
      throw new Error("the call was not refused");
    },
    (reason) => reason,
  );
  const data = error.response?.data as { Fault?: { Error: { code: string }[] } } | undefined;
  const code = data?.Fault?.Error[0]?.code;
  return {
    ...(error.response ? { status: error.response.status } : {}),
    ...(code ? { code } : {}),
  };
}

export async function control(emulators: Emulators, method: string, path: string, body?: object) {
  const answer = await fetch(`${emulators.control.url}${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
}
