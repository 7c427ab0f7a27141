import type { RetryPolicy } from "@/server/providers/retry";
import type { CallLimiter } from "./limiter";

export interface XeroConfig {
  /** The app's own id and secret; connecting requires both. */
  clientId: string | undefined;
  clientSecret: string | undefined;
  /** `https://api.xero.com`. */
  apiBase: string;
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl: string;
  /** Per request. Default: 60 seconds. */
  timeoutMs?: number;
  retry?: Partial<RetryPolicy>;
  /** Shared by all processes of a deployment; without it each process keeps the limits alone. */
  limiter?: CallLimiter;
  /** Rows per page; Xero lists at most 1000. */
  pageSize?: number;
  /** Whether a Reference is that of a payout that we booked: such money is no customer's payment. */
  isOwnNote: (reference: string) => boolean;
}
