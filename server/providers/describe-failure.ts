import type { ProviderError } from "@/server/providers/errors";

const NAMES: Record<string, string> = {
  stripe: "Stripe",
  quickbooks: "QuickBooks",
  authorizenet: "Authorize.Net",
};

/** A provider's failure in words for the person at the screen: what happened and what to do. */
export function describeFailure(error: ProviderError): string {
  const name = NAMES[error.provider] ?? error.provider;
  switch (error.failure) {
    case "unauthorized":
      return `${name} no longer accepts our access. Connect ${name} again on the Integrations page.`;
    case "forbidden":
      return error.detail.missingPermission
        ? `The ${name} key lacks the permission "${error.detail.missingPermission}". Add it in ${name}, or use another key.`
        : `${name} does not allow this with the connected account. Check its permissions.`;
    case "rate_limited":
      return `${name} asked us to slow down. We try again shortly.`;
    case "unavailable":
      return `${name} did not answer as expected. We try again shortly.`;
    case "not_found":
      return `${name} does not know this record any more.`;
    case "stale":
      return `The record changed in ${name} meanwhile. Please try again.`;
    case "rejected":
      return `${name} refused the request${error.detail.code ? ` (code ${error.detail.code})` : ""}.`;
  }
}
