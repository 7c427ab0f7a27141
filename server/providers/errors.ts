/**
 * How a call to a provider can fail, told apart by what to do about it. Classified by status and code,
 * never by the provider's text. `message` is for our log; it never contains a secret.
 */
export type ProviderFailure =
  /** Credentials are refused, revoked or expired: the user has to connect again. */
  | "unauthorized"
  /** The credentials are good, but lack a permission. */
  | "forbidden"
  /** Slow down; `retryAfterSeconds` when told. */
  | "rate_limited"
  /** Network, time-out, 5xx, malformed answer: may work next time. Whether a write happened is unknown. */
  | "unavailable"
  /** A definite no to this request; nothing was written. */
  | "rejected"
  | "not_found"
  /** The object changed since it was read (QuickBooks 5010). Nothing was written. */
  | "stale";

export class ProviderError extends Error {
  override readonly name = "ProviderError";
  constructor(
    readonly provider: string,
    readonly failure: ProviderFailure,
    message: string,
    readonly detail: {
      status?: number | undefined;
      /** The provider's own code: "6000", "resource_missing". */
      code?: string | undefined;
      requestId?: string | undefined;
      retryAfterSeconds?: number | undefined;
      /** Stripe names the permission that a restricted key lacks. */
      missingPermission?: string | undefined;
      /** All that connecting found missing, the first one included. */
      missingPermissions?: readonly string[] | undefined;
    } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Worth trying again without anyone changing anything. */
  get retryable(): boolean {
    return this.failure === "rate_limited" || this.failure === "unavailable";
  }
}

/** A webhook delivery that is not believed. `message` is for whoever sent it. */
export class WebhookRefusedError extends Error {
  override readonly name = "WebhookRefusedError";
  constructor(
    readonly reason: "not_set_up" | "bad_signature" | "unreadable",
    message: string,
  ) {
    super(message);
  }
}
