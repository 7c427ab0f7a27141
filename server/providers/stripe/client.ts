import Stripe from "stripe";
import { delay } from "@/lib/delay";
import { permissionInWords } from "@/lib/providers/stripe-permissions";
import { lasting } from "@/server/platform/clock";
import { ProviderError, type ProviderFailure } from "@/server/providers/errors";
import { observeCall } from "@/server/providers/observe-call";
import { type RetryPolicy, retryAfterSeconds, withRetry } from "@/server/providers/retry";

interface RateLimit {
  calls: number;
  withinMs: number;
}

/** Above this many keys, those without recent calls are dropped. */
const KEPT_KEYS = 1_000;

/**
 * Starts at most `calls` calls per key within any `withinMs`, in order of arrival; a burst up to that
 * number starts immediately. Per process: calls of other processes may cause a 429, which is retried.
 */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #starts = new Map<string, number[]>();

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  /** Resolves when a call under this key may start. Calling it takes the slot. */
  async turn(key: string): Promise<void> {
    const { calls, withinMs } = this.#limit;
    const now = performance.now();
    const starts = this.#starts.get(key) ?? [];
    const start = Math.max(
      now,
      (starts.at(-calls) ?? Number.NEGATIVE_INFINITY) + lasting(withinMs),
    );
    this.#starts.set(key, [...starts, start].slice(-calls));
    if (this.#starts.size > KEPT_KEYS) this.#forget(now - withinMs);
    if (start > now) await delay(start - now);
  }

  #forget(before: number): void {
    for (const [key, starts] of this.#starts) {
      if ((starts.at(-1) ?? before) <= before) this.#starts.delete(key);
    }
  }
}

export interface StripeConfig {
  /** Origin of the API: `https://api.stripe.com`, or an emulator with http and a port. */
  apiBase: string;
  /** Per request. Default: 30 seconds. */
  timeoutMs?: number;
  /** The SDK's own retries of broken connections, 409 and 5xx. Default: two. */
  maxNetworkRetries?: number;
  /** For 429, which the SDK does not retry. */
  retry?: Partial<RetryPolicy>;
  /** Limits the calls under one key. Default: {@link STRIPE_LIMIT} per process. */
  limiter?: RateLimiter;
  /** Our own Connect platform; connecting by redirect requires it. */
  platform?: StripePlatform;
}

export interface StripePlatform {
  /** Origin of the OAuth pages and calls: `https://connect.stripe.com`. */
  connectBase: string;
  /** `ca_…` */
  clientId: string;
  secretKey: string;
}

const RETRY: RetryPolicy = { attempts: 5, baseMs: 500, withinMs: 60_000 };

/** Stripe's limit for one account at one endpoint, live or not; several endpoints together get no less. */
const STRIPE_LIMIT = { calls: 25, withinMs: 1_000 };

const processLimiter = new RateLimiter(STRIPE_LIMIT);

/** Runs one SDK call by name; every failure becomes a ProviderError. */
export type StripeCall = <T>(what: string, call: (stripe: Stripe) => Promise<T>) => Promise<T>;

/** Calls to Stripe with one account's secret or restricted key. */
export function createStripeCall(config: StripeConfig, key: string): StripeCall {
  const { protocol, hostname, port } = new URL(config.apiBase);
  const secure = protocol === "https:";
  const stripe = new Stripe(key, {
    protocol: secure ? "https" : "http",
    host: hostname,
    port: port || (secure ? 443 : 80),
    timeout: config.timeoutMs ?? 30_000,
    maxNetworkRetries: config.maxNetworkRetries ?? 2,
    telemetry: false,
  });
  const policy = { ...RETRY, ...config.retry };
  const limiter = config.limiter ?? processLimiter;
  return (what, call) =>
    withRetry(policy, ["rate_limited"], async () => {
      await limiter.turn(key);
      return observeCall("stripe", what, async () => {
        try {
          return await call(stripe);
        } catch (error) {
          throw toProviderError(what, error);
        }
      });
    });
}

/**
 * Classifies an SDK error by HTTP status. The original is not kept as `cause`: it contains headers and
 * the whole response.
 */
function toProviderError(what: string, error: unknown): ProviderError {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return new ProviderError("stripe", "unavailable", `${what}: ${textOf(error)}`);
  }
  const status = error.statusCode;
  const failure = failureOf(status, error);
  const words = [status ?? error.type, error.code, withoutKeys(error.message)].filter(Boolean);
  return new ProviderError("stripe", failure, `${what}: ${words.join(" ")}`, {
    status,
    code: error.code,
    requestId: error.requestId,
    retryAfterSeconds: retryAfterSeconds(error.headers?.["retry-after"]),
    ...(failure === "forbidden" && {
      missingPermission: permissionIn(error.message),
      account: /\bacct_\w+/.exec(error.message)?.[0],
    }),
  });
}

function failureOf(status: number | undefined, error: Stripe.errors.StripeError): ProviderFailure {
  if (error instanceof Stripe.errors.StripeRateLimitError) return "rate_limited";
  // No status: the connection broke, the time ran out, or the body was not JSON.
  if (status === undefined || status >= 500 || status === 409) return "unavailable";
  if (status === 401) return "unauthorized";
  if (status === 403) return "forbidden";
  return status === 404 ? "not_found" : "rejected";
}

// Stripe names the missing permission only in its text; it is shown, and decides nothing.
function permissionIn(message: string): string | undefined {
  const [name] = /\brak_[a-z_]+/.exec(message) ?? [];
  return name && permissionInWords(name);
}

/** Stripe's text without the (half masked) key or code that it may repeat. */
function withoutKeys(text: string): string {
  return text.replace(/\b(?:[srp]k_(?:live|test|org)|ac)_\S+/g, "[key]").slice(0, 300);
}

function textOf(error: unknown): string {
  return error instanceof Error ? withoutKeys(error.message) : "unknown error";
}
