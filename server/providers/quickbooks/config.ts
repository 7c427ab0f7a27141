import type { CallLimiter, RateLimits } from "@/server/providers/quickbooks/rate-limit";
import type { RetryPolicy } from "@/server/providers/retry";

export interface QuickBooksConfig {
  /** The app's own id and secret; without them nobody can connect. */
  clientId: string | undefined;
  clientSecret: string | undefined;
  environment: "sandbox" | "production";
  /** Origin of the accounting API: `https://quickbooks.api.intuit.com`. */
  apiBase: string;
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl: string;
  /** Per request. 60 seconds unless told otherwise: QuickBooks itself gives up after 120. */
  timeoutMs?: number;
  /** For 429, and for reads that failed on the way. */
  retry?: Partial<RetryPolicy>;
  /** What every process of a deployment shares; without it the limits are kept by this process alone. */
  limiter?: CallLimiter;
  limits?: RateLimits;
  /** After a 429 without Retry-After. 60 seconds unless told otherwise, as Intuit advises. */
  throttledPauseMs?: number;
  /** Rows per query; 1000 is the most that QuickBooks gives. */
  pageSize?: number;
}
