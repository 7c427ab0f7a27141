import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { observeRequest, stopwatch } from "@/server/platform/metrics/observe";

/** API requests are counted by their path patterns; pages all together. Files of the build are not. */
const PAGE = "(page)";

/** Counts every page that this process sends, because Next renders them outside our handlers. */
export function countPages(): void {
  const clocks = new WeakMap<IncomingMessage, () => number>();
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    clocks.set(request, stopwatch());
  });
  subscribe("http.server.response.finish", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const elapsed = clocks.get(request);
    if (!elapsed || !isPage(response)) return;
    const method = request.method === "POST" ? "POST" : "GET";
    observeRequest({ method, route: PAGE, status: response.statusCode }, elapsed());
  });
}

function isPage(response: ServerResponse): boolean {
  return /^text\/(html|x-component)/.test(String(response.getHeader("content-type") ?? ""));
}
