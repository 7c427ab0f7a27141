import type { z } from "zod";
import type { CredentialStore } from "@/server/providers/credential-store";
import { ProviderError } from "@/server/providers/errors";
import { observeCall } from "@/server/providers/observe-call";
import { parseReply } from "@/server/providers/parse";
import { type RetryPolicy, withRetry } from "@/server/providers/retry";
import { TIMEOUT_MS, type XeroConfig } from "./config";
import { readCredentials, type XeroCredentials } from "./credentials";
import { refusalOf, refusedDocument } from "./errors";
import { type Answer, fetchAnswer } from "./http";
import type { Caller, Pause, Said } from "./limiter";
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
}

/** Whose turns a call takes, and how long it has waited for them. */
interface Turns {
  caller: Caller;
  waitedMs: number;
}

// A key lasts six minutes: by then the last repetition has long been sent.
const RETRY: RetryPolicy = { attempts: 4, baseMs: 1000, withinMs: 60_000 };
/** No screen is held for longer. */
const PEOPLE_WAIT_MS = 5_000;
/** Renews a token before it expires, so that no call fails on its expiry. */
const RENEW_BEFORE_MS = 5 * 60_000;
/** Without Retry-After: of too many calls at once, and of any other limit. */
const CONCURRENT_PAUSE_MS = 1000;
const USUAL_PAUSE_MS = 60_000;

export function createXeroApi(config: XeroConfig, tokenService: TokenService): XeroApi {
  const policy = { ...RETRY, ...config.retry };

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

  const send = async (held: unknown, request: Request, turns: Turns): Promise<Answer> => {
    const { tenantId, accessToken } = readCredentials(held);
    const asked = performance.now();
    const ended = await config.limiter.turn(tenantId, turns.caller);
    turns.waitedMs += performance.now() - asked;
    let said: Said | undefined;
    try {
      return await observeCall("xero", request.what, async () => {
        const given = await fetchAnswer(
          request.what,
          addressOf(config.apiBase, request),
          initOf(request, { tenantId, accessToken }),
          config.timeoutMs ?? TIMEOUT_MS,
        );
        const answer = wasUnchanged(request, given) ? nothingNew(request, given) : given;
        const refusal =
          refusalOf(request.what, listOf(request), answer) ??
          (request.body === undefined
            ? undefined
            : refusedDocument(request.what, listOf(request), answer));
        said = {
          leftToday: counted(answer.headers, "x-daylimit-remaining"),
          leftThisMinute: counted(answer.headers, "x-minlimit-remaining"),
          ...(refusal?.failure === "rate_limited" && { pause: pauseOf(refusal) }),
        };
        if (refusal) throw refusal;
        return answer;
      });
    } finally {
      await ended(said);
    }
  };

  const authorized = async (store: Store, request: Request, turns: Turns): Promise<Answer> => {
    const held = await usable(store);
    try {
      return await send(held, request, turns);
    } catch (error) {
      // Nothing was written. A 403 is the organisation's, which no new token changes.
      if (!isFailure(error, "unauthorized") || error.detail.status !== 401) throw error;
      return send(await renew(store, held), request, turns);
    }
  };

  const timed: XeroApi["timed"] = async (store, request, reply) => {
    const turns: Turns = { caller: callerOf(store), waitedMs: 0 };
    return withRetry(
      turns.caller === "people" ? { ...policy, withinMs: PEOPLE_WAIT_MS } : policy,
      ["rate_limited", "unavailable"],
      async () => {
        const { headers, body } = await authorized(store, request, turns);
        const at = Date.parse(headers.get("date") ?? "");
        return {
          body: parseReply("xero", request.what, reply, body),
          at: Number.isNaN(at) ? undefined : new Date(at).toISOString(),
        };
      },
      () => turns.waitedMs,
    );
  };

  return {
    credentials: async (store) => readCredentials(await store.current()),
    async keepAlive(store) {
      await renew(store, await store.current());
    },
    timed,
    call: async (store, request, reply) => (await timed(store, request, reply)).body,
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

/** HTTP's own answer to If-Modified-Since, beside a list without rows. */
function wasUnchanged({ since }: Request, { status }: Answer): boolean {
  return status === 304 && since !== undefined;
}

function nothingNew(request: Request, { headers }: Answer): Answer {
  return { status: 200, headers, body: { [listOf(request)]: [] } };
}

function counted(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

/** Other calls for the organisation would be refused too, so all of them pause. */
function pauseOf({ detail: { retryAfterSeconds, code } }: ProviderError): Pause {
  const usual = code === "concurrent" ? CONCURRENT_PAUSE_MS : USUAL_PAUSE_MS;
  return { limit: code, ms: retryAfterSeconds === undefined ? usual : retryAfterSeconds * 1000 };
}

/** Programs wait as syncs do, so that people find calls left. */
function callerOf({ reader }: Store): Caller {
  if (reader?.purpose === "sync") return "syncs";
  if (reader?.purpose === "bookkeeping") return "postings";
  return reader?.isToken ? "syncs" : "people";
}

export function isFailure(
  error: unknown,
  ...failures: ProviderError["failure"][]
): error is ProviderError {
  return error instanceof ProviderError && failures.includes(error.failure);
}
