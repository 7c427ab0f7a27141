import { observeProviderCall, stopwatch } from "@/server/metrics/observe";
import { ProviderError } from "@/server/providers/errors";
import { inSpan } from "@/server/telemetry/span";

/**
 * Sends one request to a provider under watch: counted by outcome, and traced where traces are sent.
 * @param operation one of few, by name: never with an id in it.
 * @throws whatever `call` throws; as ProviderError its failure is the outcome.
 */
export function observeCall<T>(
  provider: string,
  operation: string,
  call: () => Promise<T>,
): Promise<T> {
  const span = {
    name: `${provider} ${operation}`,
    kind: "client" as const,
    attributes: { provider, operation },
  };
  return inSpan(span, async (note) => {
    const elapsed = stopwatch();
    let outcome = "ok";
    try {
      return await call();
    } catch (error) {
      outcome = error instanceof ProviderError ? error.failure : "error";
      throw error;
    } finally {
      observeProviderCall({ provider, operation, outcome }, elapsed());
      note({ outcome });
    }
  });
}
