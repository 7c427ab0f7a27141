import Stripe from "stripe";
import { permissionInWords } from "@/lib/providers/stripe-permissions";
import { ProviderError, type ProviderFailure } from "@/server/providers/errors";
import { retryAfterSeconds } from "@/server/providers/retry";

/**
 * Classifies an SDK error by HTTP status. The original is not kept as `cause`: it contains headers and
 * the whole response.
 */
export function toProviderError(what: string, error: unknown): ProviderError {
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
