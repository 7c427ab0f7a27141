import OAuthClient from "intuit-oauth";
import QuickBooks from "node-quickbooks";
import Stripe from "stripe";
import { type Sandbox, type SandboxOptions, startSandbox } from "@/emulators/start";

export const TODAY = "2026-11-18";

export function start(options: SandboxOptions = {}): Promise<Sandbox> {
  return startSandbox({ today: TODAY, seed: 7, ...options });
}

/** The real Stripe SDK against the emulator, without its own retries. */
export function stripeClient(sandbox: Sandbox, key = sandbox.credentials.stripeSecretKey): Stripe {
  const { hostname, port } = new URL(sandbox.stripe.url);
  return new Stripe(key, {
    host: hostname,
    port,
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
  });
}

export const CALLBACK = "http://127.0.0.1:9/quickbooks/callback";

/** The real OAuth client. Its addresses are statics of the class: one sandbox at a time. */
export function oauthClient(sandbox: Sandbox): OAuthClient {
  const client = new OAuthClient({
    clientId: sandbox.credentials.quickbooksClientId,
    clientSecret: sandbox.credentials.quickbooksClientSecret,
    environment: "sandbox",
    redirectUri: CALLBACK,
  });
  client.setAuthorizeURLs({
    authorizeEndpoint: String(sandbox.env.QUICKBOOKS_AUTHORIZE_URL),
    tokenEndpoint: String(sandbox.env.QUICKBOOKS_TOKEN_URL),
    revokeEndpoint: String(sandbox.env.QUICKBOOKS_REVOKE_URL),
    userInfoEndpoint: `${sandbox.quickbooks.url}/userinfo`,
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

export async function connectQuickBooks(sandbox: Sandbox): Promise<OAuthClient> {
  const client = oauthClient(sandbox);
  const address = client.authorizeUri({ scope: OAuthClient.scopes.Accounting, state: "s1" });
  await client.createToken((await submitConsent(address, "connect")).href);
  return client;
}

/** A method of the real node-quickbooks as a promise of its body. */
export type Books = (method: string, ...args: unknown[]) => Promise<Record<string, never>>;

export function books(sandbox: Sandbox, accessToken: string): Books {
  const { quickbooksClientId, quickbooksClientSecret, realmId } = sandbox.credentials;
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
  client.endpoint = `${sandbox.quickbooks.url}/v3/company/`;
  const methods = client as unknown as Record<string, (...args: unknown[]) => void>;
  return (method, ...args) =>
    new Promise((resolve, reject) => {
      const done = (error: unknown, body?: unknown) =>
        error ? reject(error) : resolve(body as Record<string, never>);
      methods[method]?.(...args, done);
    });
}

export async function connectedBooks(sandbox: Sandbox): Promise<Books> {
  return books(sandbox, (await connectQuickBooks(sandbox)).getToken().access_token ?? "");
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

export async function control(sandbox: Sandbox, method: string, path: string, body?: object) {
  const answer = await fetch(`${sandbox.control.url}${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
}
