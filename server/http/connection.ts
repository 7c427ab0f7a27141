import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { singleton } from "@/server/platform/singleton";

const responses = singleton("responses", () => new AsyncLocalStorage<ServerResponse>());

/** Runs what answers a request, so that it can break the connection off: Next hides it from handlers. */
export function withConnection<T>(response: ServerResponse, work: () => T): T {
  return responses.run(response, work);
}

/**
 * What breaks off the connection of the request under way, and returns whether it has one. A stream that only fails would
 * go on as long as its reader takes what the system has buffered.
 */
export function connectionBreaker(): () => boolean {
  const response = responses.getStore();
  return () => {
    response?.destroy();
    return response !== undefined;
  };
}
