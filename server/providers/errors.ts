import type { ProviderId } from "@/lib/providers/list";
import type { CompanyFacts } from "./ledger";

/**
 * The failures of a provider call, distinguished by what to do about them. Classified by status and code,
 * never by the provider's text. `message` is for our log; it never contains a secret.
 */
export type ProviderFailure =
  /** The credentials are refused, revoked or expired: the user has to reconnect. */
  | "unauthorized"
  /** The credentials are valid, but lack a permission. */
  | "forbidden"
  /** Too many calls; `retryAfterSeconds` when the provider states it. */
  | "rate_limited"
  /** Network, time-out, 5xx, malformed reply: may succeed later. Whether a write happened is unknown. */
  | "unavailable"
  /** A definite refusal of this request; nothing was written. */
  | "rejected"
  | "not_found"
  /** The object changed since it was read (QuickBooks 5010). Nothing was written. */
  | "stale";

export class ProviderError extends Error {
  override readonly name = "ProviderError";
  constructor(
    readonly provider: ProviderId,
    readonly failure: ProviderFailure,
    message: string,
    readonly detail: {
      status?: number | undefined;
      /** The provider's own code: "6000", "resource_missing". */
      code?: string | undefined;
      /** The provider's own sentence about a refusal, without secrets; shown with ours. */
      words?: string | undefined;
      /** Names of the accounts that a refused transaction names and that are inactive, as far as known. */
      inactiveAccounts?: readonly string[] | undefined;
      /** For the user, where the failure's usual words would be wrong. */
      sentence?: string | undefined;
      /** The request rested on what the company's books were like before: a new one may be accepted. */
      factsChanged?: true | undefined;
      requestId?: string | undefined;
      retryAfterSeconds?: number | undefined;
      /** The permission that the key lacks, as the provider's own pages show it. */
      missingPermission?: string | undefined;
      /** All permissions found missing while connecting, including the first one. */
      missingPermissions?: readonly string[] | undefined;
      /** The account that a refused key belongs to, where the refusal names it. */
      account?: string | undefined;
    } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Whether a retry without any change may succeed. */
  get retryable(): boolean {
    return this.failure === "rate_limited" || this.failure === "unavailable";
  }
}

/** The code of a call that was not made because the company has used up its own share of an allowance. */
export const OWN_PART_CODE = "company_reads";

/** A webhook delivery that fails verification. `message` is for its sender. */
export class WebhookRefusedError extends Error {
  override readonly name = "WebhookRefusedError";
  constructor(
    readonly reason: "not_set_up" | "bad_signature" | "unreadable",
    message: string,
  ) {
    super(message);
  }
}

/** Outside the United States, lines have tax codes of the company's own. */
export function isAbroad({ country }: Pick<CompanyFacts, "country">): boolean {
  return country !== "" && country !== "US";
}
