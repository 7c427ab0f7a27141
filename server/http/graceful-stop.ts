import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { isStopping } from "@/server/platform/health/stopping";

/**
 * Closes the connection after each response while this process is stopping. Otherwise a load balancer
 * could send its next request over a kept connection just as the server closes it, and it must not retry
 * a write.
 */
export function endConnectionsWhenStopping(): void {
  subscribe("http.server.request.start", (message) => {
    const { response } = message as { response: ServerResponse };
    if (isStopping()) response.shouldKeepAlive = false;
  });
}
