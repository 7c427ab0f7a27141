import type { ReadMeter } from "@/server/providers/quickbooks/monthly-reads";
import type { CallLimiter, RateLimits } from "@/server/providers/quickbooks/rate-limit";
import type { RetryPolicy } from "@/server/providers/retry";

export interface QuickBooksConfig {
  /** The app's own id and secret; connecting requires both. */
  clientId: string | undefined;
  clientSecret: string | undefined;
  environment: "sandbox" | "production";
  /** Origin of the accounting API: `https://quickbooks.api.intuit.com`. */
  apiBase: string;
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl: string;
  /** Per request. Default: 60 seconds; QuickBooks itself times out after 120. */
  timeoutMs?: number;
  /** For 429, and for reads that failed transiently. */
  retry?: Partial<RetryPolicy>;
  /** Shared by all processes of a deployment; without it each process keeps the limits alone. */
  limiter?: CallLimiter;
  limits?: RateLimits;
  /** Counts reads; without it none is counted. */
  readMeter?: ReadMeter;
  /** Pause after a 429 without Retry-After. Default: 60 seconds, as Intuit advises. */
  throttledPauseMs?: number;
  /** Rows per query; QuickBooks returns at most 1000. */
  pageSize?: number;
}
