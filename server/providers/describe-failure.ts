import type { ProviderError } from "@/server/providers/errors";

const NAMES: Record<string, string> = {
  stripe: "Stripe",
  quickbooks: "QuickBooks",
  authorizenet: "Authorize.Net",
};

/**
 * A provider's failure in words for the person at the screen: what happened and what to do. `retrying`
 * when what failed in passing is tried again without them.
 */
export function describeFailure(error: ProviderError, { retrying = false } = {}): string {
  const name = NAMES[error.provider] ?? error.provider;
  const then = retrying ? "We try again by ourselves." : "Please try again in a minute.";
  switch (error.failure) {
    case "unauthorized":
      return `${name} no longer accepts our access. Connect ${name} again on the Integrations page.`;
    case "forbidden":
      return error.detail.missingPermission
        ? `The ${name} key lacks the permission "${error.detail.missingPermission}". Add it in ${name}, or use another key.`
        : `${name} does not allow this with the connected account. Check its permissions.`;
    case "rate_limited":
      return `${name} asked us to slow down. ${then}`;
    case "unavailable":
      return `${name} did not answer as expected. ${then}`;
    case "not_found":
      return `${name} does not know this record any more.`;
    case "stale":
      return `The record changed in ${name} meanwhile. Please try again.`;
    case "rejected":
      return `${name} refused the request${error.detail.code ? ` (code ${error.detail.code})` : ""}.`;
  }
}
