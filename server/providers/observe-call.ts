import { observeProviderCall, stopwatch } from "@/server/platform/metrics/observe";
import { inSpan } from "@/server/platform/telemetry/span";
import { ProviderError } from "@/server/providers/errors";

let mayCall = async () => {};

/** From then on every request to a provider asks first. @param ask throws where none may be sent. */
export function askBeforeCalls(ask: () => Promise<void>): void {
  mayCall = ask;
}

/**
 * Sends one request to a provider with metrics and tracing, counted by outcome.
 * @param operation one of a few fixed names, without ids.
 * @throws the error of `call`; a ProviderError's failure is the counted outcome. ConflictError while the installation is
 *   paused: nothing is sent.
 */
export async function observeCall<T>(
  provider: string,
  operation: string,
  call: () => Promise<T>,
): Promise<T> {
  await mayCall();
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
