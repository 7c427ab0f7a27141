import { z } from "zod";
import { pause } from "@/server/platform/clock";
import type { CredentialStore } from "@/server/providers/credential-store";
import { ProviderError, type ProviderFailure } from "@/server/providers/errors";
import { observeCall } from "@/server/providers/observe-call";
import { parseCredentials, parseReply } from "@/server/providers/parse";
import { type RetryPolicy, withRetry } from "@/server/providers/retry";
import { refusalOf } from "./errors";
import { tokenAnswer } from "./schemas";

export interface PayPalConfig {
  /** `https://api-m.paypal.com`. */
  apiBase: string;
  /** Per request. Default: 60 seconds: a page of 500 is slow. */
  timeoutMs?: number;
  retry?: Partial<RetryPolicy>;
  /** Calls in a row before they are spaced; PayPal refuses after some 50 a minute. */
  burst?: number;
}

/** The company's own app, and the token that it was last given. */
export const payPalCredentials = z.object({
  clientId: z.string().min(1),
  secret: z.string().min(1),
  accessToken: z.string().optional(),
  /** Unix milliseconds. */
  expiresAt: z.number().optional(),
});
export type PayPalCredentials = z.output<typeof payPalCredentials>;

export const SEARCH_SCOPE = "https://uri.paypal.com/services/reporting/search/read";

// A minute of PayPal's refusals passes while the last retries wait.
const RETRY: RetryPolicy = { attempts: 6, baseMs: 2000, withinMs: 90_000 };
const RETRIED: readonly ProviderFailure[] = ["rate_limited", "unavailable"];
const TIMEOUT_MS = 60_000;
const RENEW_BEFORE_MS = 5 * 60_000;
const BURST = 40;
const SPACING_MS = 1500;

/** Reads one path of the API, with retries, a token that is kept, and the answer parsed. */
export type PayPalCall = <T>(
  what: string,
  path: string,
  query: Record<string, string>,
  reply: z.ZodType<T>,
) => Promise<T>;

/** The first token of an app, with retries, and what it allows. */
export function firstToken(
  config: PayPalConfig,
  app: Pick<PayPalCredentials, "clientId" | "secret">,
): ReturnType<typeof requestToken> {
  const policy = { ...RETRY, ...config.retry };
  return withRetry(policy, RETRIED, () => requestToken(config, app));
}

/** Exchanges client id and secret for a token. */
async function requestToken(
  config: PayPalConfig,
  { clientId, secret }: Pick<PayPalCredentials, "clientId" | "secret">,
): Promise<{ accessToken: string; expiresAt: number; scopes: readonly string[] | undefined }> {
  const asked = Date.now();
  const { access_token, expires_in, scope } = await send(config, "token", tokenAnswer, {
    path: "/v1/oauth2/token",
    authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString("base64")}`,
    form: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const expiresAt = asked + expires_in * 1000;
  return { accessToken: access_token, expiresAt, scopes: scope?.split(/\s+/) };
}

/** Calls for one account. A refused token is replaced once: it may be older than a permission. */
export function createPayPalCall(
  config: PayPalConfig,
  store: CredentialStore<unknown>,
): PayPalCall {
  const policy = { ...RETRY, ...config.retry };
  const burst = config.burst ?? BURST;
  let calls = 0;

  const renew = async (stale: unknown): Promise<PayPalCredentials> => {
    const fresh = await store.renew(stale, async (latest) => {
      const held = parseCredentials("paypal", payPalCredentials, latest);
      const { accessToken, expiresAt } = await requestToken(config, held);
      return { ...held, accessToken, expiresAt };
    });
    return parseCredentials("paypal", payPalCredentials, fresh);
  };

  const usable = async (): Promise<{ held: unknown; token: string }> => {
    const held = await store.current();
    const { accessToken, expiresAt = 0 } = parseCredentials("paypal", payPalCredentials, held);
    if (accessToken && expiresAt - Date.now() > RENEW_BEFORE_MS)
      return { held, token: accessToken };
    const fresh = await renew(held);
    return { held: fresh, token: fresh.accessToken ?? "" };
  };

  return (what, path, query, reply) =>
    withRetry(policy, RETRIED, async () => {
      calls += 1;
      if (calls > burst) await pause(SPACING_MS);
      const ask = (token: string) =>
        send(config, what, reply, { path, query, authorization: `Bearer ${token}` });
      const { held, token } = await usable();
      try {
        return await ask(token);
      } catch (error) {
        if (!isRefused(error)) throw error;
        return ask((await renew(held)).accessToken ?? "");
      }
    });
}

function isRefused(error: unknown): boolean {
  if (!(error instanceof ProviderError)) return false;
  return error.failure === "unauthorized" || error.failure === "forbidden";
}

interface Request {
  path: string;
  query?: Record<string, string>;
  authorization: string;
  form?: URLSearchParams;
}

function send<T>(
  config: PayPalConfig,
  what: string,
  reply: z.ZodType<T>,
  { path, query, authorization, form }: Request,
): Promise<T> {
  return observeCall("paypal", what, async () => {
    const url = new URL(path, config.apiBase);
    url.search = new URLSearchParams(query).toString();
    const { status, headers, text } = await fetchText(what, url, {
      method: form ? "POST" : "GET",
      headers: { authorization, accept: "application/json" },
      redirect: "manual",
      signal: AbortSignal.timeout(config.timeoutMs ?? TIMEOUT_MS),
      ...(form && { body: form }),
    });
    const body = json(text);
    const refusal = refusalOf(what, status, headers, body);
    if (refusal) throw refusal;
    if (status >= 300) throw unavailable(`${what}: status ${status}`, status);
    return parseReply("paypal", what, reply, body);
  });
}

async function fetchText(what: string, url: URL, init: RequestInit) {
  try {
    const answer = await fetch(url, init);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  } catch (error) {
    // Its cause names the address, and neither the token nor the secret.
    const why = error instanceof Error ? error.name : "no answer";
    throw unavailable(`${what}: ${why}`);
  }
}

function unavailable(message: string, status?: number): ProviderError {
  return new ProviderError("paypal", "unavailable", message, { status });
}

/** Undefined for a gateway's page. */
function json(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
