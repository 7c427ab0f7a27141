import Stripe from "stripe";
import { observeCall } from "@/server/providers/observe-call";
import { type RetryPolicy, withRetry } from "@/server/providers/retry";
import { toProviderError } from "@/server/providers/stripe/errors";
import { RateLimiter } from "@/server/providers/stripe/rate-limit";

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
export const STRIPE_LIMIT = { calls: 25, withinMs: 1_000 };

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
