import { describeProvider } from "@/lib/providers/list";
import { describeFailure } from "@/server/providers/describe-failure";
import type { ProviderError } from "@/server/providers/errors";

/** A provider's failure in words for the user, with the provider's own sentence about a refusal behind ours. */
export function describeWithWords(error: ProviderError): string {
  const text = describeFailure(error);
  const { words } = error.detail;
  // Of a call that may succeed later, a provider's words only say that it failed.
  if (!words || error.retryable || error.failure === "unauthorized") return text;
  return `${text} ${describeProvider(error.provider).name} said: “${words}”`;
}
