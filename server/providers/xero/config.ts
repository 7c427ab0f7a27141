import type { RetryPolicy } from "@/server/providers/retry";
import type { CallLimiter } from "./limiter";

/** Per request. */
export const TIMEOUT_MS = 60_000;

export interface XeroConfig {
  /** The app's own id and secret; connecting requires both. */
  clientId: string | undefined;
  clientSecret: string | undefined;
  /** `https://api.xero.com`. */
  apiBase: string;
  authorizeUrl: string;
  tokenUrl: string;
  revokeUrl: string;
  /** Default: {@link TIMEOUT_MS}. */
  timeoutMs?: number;
  retry?: Partial<RetryPolicy>;
  /** Shared by all processes of a deployment. */
  limiter: CallLimiter;
  /** Rows per page; Xero lists at most 1000. */
  pageSize?: number;
  /** Whether a Reference is that of a payout that we booked: such money is no customer's payment. */
  isOwnNote: (reference: string) => boolean;
}
