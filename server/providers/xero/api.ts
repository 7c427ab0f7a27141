import type { z } from "zod";
import type { CredentialStore } from "@/server/providers/credential-store";
import { ProviderError } from "@/server/providers/errors";
import { observeCall } from "@/server/providers/observe-call";
import { parseReply } from "@/server/providers/parse";
import { type RetryPolicy, withRetry } from "@/server/providers/retry";
import type { XeroConfig } from "./config";
import { readCredentials, type XeroCredentials } from "./credentials";
import { refusalOf } from "./errors";
import { type Answer, fetchAnswer } from "./http";
import { type CallLimiter, XeroLimiter } from "./limiter";
import type { TokenService } from "./tokens";

export type Store = CredentialStore<unknown>;

interface Request {
  /** One of a few fixed names, without ids. */
  what: string;
  method?: "GET" | "PUT" | "POST" | "DELETE";
  /** `/connections/…`, or of the accounting API: `Payments`. */
  path: string;
  query?: Record<string, string>;
  /** Changed at or after, as Xero wants it: UTC, to the second. */
  since?: string | undefined;
  /** Of a write, in one text: a repetition must be the same byte for byte. */
  body?: string;
  /** Of a write: repeats Xero's first answer for six minutes, also if it was a refusal. */
  key?: string;
}

/** Calls for a connected organisation; every failure becomes a ProviderError. Retried after a transient failure. */
export interface XeroApi {
  credentials(store: Store): Promise<XeroCredentials>;
  /** Exchanges the refresh token for a new one, which restarts its lifetime. */
  keepAlive(store: Store): Promise<void>;
  call<T>(store: Store, request: Request, reply: z.ZodType<T>): Promise<T>;
  /** With Xero's own time, where its answer has it. */
  timed<T>(
    store: Store,
    request: Request,
    reply: z.ZodType<T>,
  ): Promise<{ body: T; at: string | undefined }>;
  limiter: CallLimiter;
}

// A key lasts six minutes: by then the last repetition has long been sent.
const RETRY: RetryPolicy = { attempts: 4, baseMs: 1000, withinMs: 60_000 };
const TIMEOUT_MS = 60_000;
/** Renews a token before it expires, so that no call fails on its expiry. */
const RENEW_BEFORE_MS = 5 * 60_000;
const PATIENCE_MS = 75_000;
/** Without Retry-After: of too many calls at once, and of any other limit. */
const CONCURRENT_PAUSE_MS = 1000;
const USUAL_PAUSE_MS = 60_000;

export function createXeroApi(config: XeroConfig, tokenService: TokenService): XeroApi {
  const policy = { ...RETRY, ...config.retry };
  const limiter = config.limiter ?? new XeroLimiter();

  const renew = (store: Store, stale: unknown): Promise<unknown> =>
    store.renew(stale, async (latest) => {
      const held = readCredentials(latest);
      return { ...held, ...(await tokenService.refresh(held.refreshToken)) };
    });

  const usable = async (store: Store): Promise<unknown> => {
    const held = await store.current();
    const { accessExpiresAt } = readCredentials(held);
    return accessExpiresAt - Date.now() > RENEW_BEFORE_MS ? held : renew(store, held);
  };

  const send = async (held: unknown, request: Request, waited: { ms: number }): Promise<Answer> => {
    const { tenantId, accessToken } = readCredentials(held);
    const asked = performance.now();
    const ended = await limiter.turn(tenantId, PATIENCE_MS);
    waited.ms += performance.now() - asked;
    try {
      return await observeCall("xero", request.what, async () => {
        const answer = await fetchAnswer(
          request.what,
          addressOf(config.apiBase, request),
          initOf(request, { tenantId, accessToken }),
          config.timeoutMs ?? TIMEOUT_MS,
        );
        limiter.noted(tenantId, {
          minuteLeft: counted(answer.headers, "x-minlimit-remaining"),
          dayLeft: counted(answer.headers, "x-daylimit-remaining"),
        });
        const refusal = refusalOf(request.what, listOf(request), answer);
        if (refusal) throw refusal;
        return answer;
      });
    } catch (error) {
      if (isFailure(error, "rate_limited")) await limiter.pause(tenantId, pauseOf(error));
      throw error;
    } finally {
      ended();
    }
  };

  const authorized = async (
    store: Store,
    request: Request,
    waited: { ms: number },
  ): Promise<Answer> => {
    const held = await usable(store);
    try {
      return await send(held, request, waited);
    } catch (error) {
      // Nothing was written. A 403 is the organisation's, which no new token changes.
      if (!isFailure(error, "unauthorized") || error.detail.status !== 401) throw error;
      return send(await renew(store, held), request, waited);
    }
  };

  const timed: XeroApi["timed"] = async (store, request, reply) => {
    const waited = { ms: 0 };
    return withRetry(
      policy,
      ["rate_limited", "unavailable"],
      async () => {
        const { headers, body } = await authorized(store, request, waited);
        const at = Date.parse(headers.get("date") ?? "");
        return {
          body: parseReply("xero", request.what, reply, body),
          at: Number.isNaN(at) ? undefined : new Date(at).toISOString(),
        };
      },
      () => waited.ms,
    );
  };

  return {
    credentials: async (store) => readCredentials(await store.current()),
    async keepAlive(store) {
      await renew(store, await store.current());
    },
    timed,
    call: async (store, request, reply) => (await timed(store, request, reply)).body,
    limiter,
  };
}

function addressOf(apiBase: string, { path, query }: Request): URL {
  const url = new URL(path.startsWith("/") ? path : `/api.xro/2.0/${path}`, apiBase);
  // A plus sign for a space is a form's way.
  url.search = new URLSearchParams(query).toString().replaceAll("+", "%20");
  return url;
}

function initOf(
  { method = "GET", since, body, key }: Request,
  { tenantId, accessToken }: Pick<XeroCredentials, "tenantId" | "accessToken">,
): RequestInit {
  return {
    method,
    headers: {
      authorization: `Bearer ${accessToken}`,
      // Without it Xero answers in XML.
      accept: "application/json",
      "xero-tenant-id": tenantId,
      ...(since && { "if-modified-since": since }),
      ...(key && { "idempotency-key": key }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body }),
  };
}

function listOf({ path }: Request): string {
  return /^\w+/.exec(path)?.[0] ?? "";
}

function counted(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

function pauseOf({ detail }: ProviderError): number {
  if (detail.retryAfterSeconds !== undefined) return detail.retryAfterSeconds * 1000;
  return detail.code === "concurrent" ? CONCURRENT_PAUSE_MS : USUAL_PAUSE_MS;
}

export function isFailure(
  error: unknown,
  ...failures: ProviderError["failure"][]
): error is ProviderError {
  return error instanceof ProviderError && failures.includes(error.failure);
}
