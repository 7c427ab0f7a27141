import { AsyncLocalStorage } from "node:async_hooks";
import type { ApiController } from "authorizenet";
import loggers from "authorizenet/lib/logger.js";
import axios from "axios/dist/node/axios.cjs";
import { z } from "zod";
import { unavailable } from "@/server/providers/authorizenet/errors";
import { ProviderError } from "@/server/providers/errors";
import { retryAfterSeconds } from "@/server/providers/retry";

// The vendor's package makes about eight winston loggers per call and keeps them all, and would write
// what it logs, transaction keys among it, to files. One logger that does nothing takes their place.
const silent = { debug() {}, error() {}, info() {}, warn() {} };
loggers.getLogger = () => silent;

// The package passes neither a signal nor a limit of redirects to axios: both are added to the requests
// that are ours, and to nobody else's. A redirect would carry the transaction key to another address.
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
 * Runs one controller of the vendor's package. The package never calls back when the network fails or
 * the status is not 2xx, so its failure is caught where it notes it, and a time-out of our own ends the
 * call, with its connection, in any case.
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

/** By status and code alone: the error of axios carries the request, and the keys in it. */
function toProviderError(what: string, error: unknown): ProviderError {
  const { code, response } = failed.safeParse(error).data ?? {};
  if (!response) return unavailable(what, code ?? "the connection failed");
  if (response.status !== 429) return unavailable(what, `HTTP ${response.status}`, response.status);
  return new ProviderError("authorizenet", "rate_limited", `${what}: 429`, {
    status: 429,
    retryAfterSeconds: retryAfterSeconds(response.headers["retry-after"]),
  });
}
