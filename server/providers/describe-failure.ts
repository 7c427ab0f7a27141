import { describeProvider } from "@/lib/providers/list";
import type { ProviderError } from "./errors";

/**
 * A provider's failure in words for the user: what happened and what to do.
 * @param retrying whether a transient failure is retried automatically.
 */
export function describeFailure(error: ProviderError, { retrying = false } = {}): string {
  const { name } = describeProvider(error.provider);
  const then = retrying ? "We'll retry automatically." : "Please try again in a minute.";
  if (error.detail.sentence) return error.detail.sentence;
  switch (error.failure) {
    case "unauthorized":
      return `Your ${name} connection has expired. Reconnect ${name} in Integrations.`;
    case "forbidden":
      return error.detail.missingPermission
        ? `The ${name} key lacks the permission "${error.detail.missingPermission}". Add it in ${name}, or use another key.`
        : `${name} doesn't allow this for the connected account. Check its permissions.`;
    case "rate_limited":
      return `${name} asked us to slow down. ${then}`;
    case "unavailable":
      return `${name} didn't respond as expected. ${then}`;
    case "not_found":
      return `This record no longer exists in ${name}.`;
    case "stale":
      return `This record was changed in ${name}. Please try again.`;
    case "rejected":
      if (error.detail.code === "6210") {
        return `The books are closed for this date in ${name}. Reopen them there, or ask your accountant.`;
      }
      return `${name} rejected the request${error.detail.code ? ` (code ${error.detail.code})` : ""}.`;
  }
}

/** A provider's failure in words for the user, with the provider's own sentence about a refusal behind ours. */
export function describeWithWords(error: ProviderError): string {
  const text = describeFailure(error);
  const { words } = error.detail;
  // Of a call that may succeed later, a provider's words only say that it failed.
  if (!words || error.retryable || error.failure === "unauthorized") return text;
  return `${text} ${describeProvider(error.provider).name} said: “${words}”`;
}
