import { AsyncLocalStorage } from "node:async_hooks";
import type { ApiController } from "authorizenet";
import loggers from "authorizenet/lib/logger.js";
import axios from "axios/dist/node/axios.cjs";
import { z } from "zod";
import { unavailable } from "@/server/providers/authorizenet/errors";
import { ProviderError } from "@/server/providers/errors";
import { retryAfterSeconds } from "@/server/providers/retry";

// Replaces the loggers of the vendor's package: it creates about eight winston loggers per call, keeps
// them all, and would write logs with transaction keys to files.
const silent = { debug() {}, error() {}, info() {}, warn() {} };
loggers.getLogger = () => silent;

// The package passes axios neither a signal nor a redirect limit, so both are added to our own requests.
// A redirect would send the transaction key to another address.
const calling = new AsyncLocalStorage<AbortSignal>();
axios.interceptors.request.use((config) => {
  const signal = calling.getStore();
  return signal ? Object.assign(config, { signal, maxRedirects: 0 }) : config;
});

const failed = z.object({
  code: z.string().optional().catch(undefined),
  response: z
    .object({
      status: z.number(),
      headers: z.object({ "retry-after": z.string() }).partial().catch({}),
    })
    .optional()
    .catch(undefined),
});

/**
 * Runs one controller of the vendor's package. The package never calls back on a network failure or a
 * status other than 2xx, so its error is intercepted where it is set, and our own time-out ends the call
 * and its connection.
 * @throws ProviderError "unavailable" or "rate_limited"
 */
export function execute(
  what: string,
  controller: ApiController,
  options: { url: string; timeoutMs: number },
): Promise<unknown> {
  const ending = new AbortController();
  return new Promise<unknown>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(unavailable(what, `no answer within ${options.timeoutMs} ms`));
      ending.abort();
    }, options.timeoutMs);
    const finish = (end: () => void) => {
      clearTimeout(timer);
      end();
    };
    Object.defineProperty(controller, "_error", {
      set: (error: unknown) => finish(() => reject(toProviderError(what, error))),
    });
    controller.setEnvironment(options.url);
    calling.run(ending.signal, () =>
      controller.execute(() => finish(() => resolve(controller.getResponse()))),
    );
  });
}

/** Uses only status and code: the axios error contains the request with its keys. */
function toProviderError(what: string, error: unknown): ProviderError {
  const { code, response } = failed.safeParse(error).data ?? {};
  if (!response) return unavailable(what, code ?? "the connection failed");
  if (response.status !== 429) return unavailable(what, `HTTP ${response.status}`, response.status);
  return new ProviderError("authorizenet", "rate_limited", `${what}: 429`, {
    status: 429,
    retryAfterSeconds: retryAfterSeconds(response.headers["retry-after"]),
  });
}
