import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { isStopping } from "@/server/health/stopping";

/**
 * While this process is stopping, each answer ends its connection. A balancer that kept one open would
 * otherwise send its next request at the moment the server closes it, and must not send that one twice.
 */
export function endConnectionsWhenStopping(): void {
  subscribe("http.server.request.start", (message) => {
    const { response } = message as { response: ServerResponse };
    if (isStopping()) response.shouldKeepAlive = false;
  });
}
