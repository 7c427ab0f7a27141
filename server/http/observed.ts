import type { RequestContext } from "@/server/platform/context";
import { withLogFields } from "@/server/platform/logger";
import { observeRequest, stopwatch } from "@/server/platform/metrics/observe";
import { inSpan } from "@/server/platform/telemetry/span";
import { requestIdOf } from "./problem";

/** The route pattern of a request, never the path that the client sent. */
interface Pattern {
  method: string;
  path: string;
}

/**
 * Handles a request with logging, metrics and tracing: every log line carries the caller and the route,
 * and the response is counted by pattern and status.
 */
export function observed(
  request: Request,
  { method, path }: Pattern,
  work: (ctx: RequestContext) => Promise<Response>,
): Promise<Response> {
  const ctx = requestContext(request);
  const { requestId, ipAddress } = ctx;
  const endpoint = `${method} ${path}`;
  const span = {
    name: endpoint,
    kind: "internal" as const,
    attributes: { "http.request.method": method, "http.route": `/api${path}` },
  };
  return withLogFields({ requestId, ipAddress, endpoint }, () =>
    inSpan(span, async (note) => {
      const elapsed = stopwatch();
      let status = 500;
      try {
        const response = await work(ctx);
        status = response.status;
        return response;
      } finally {
        observeRequest({ method, route: path, status }, elapsed());
        note({ "http.response.status_code": status });
      }
    }),
  );
}

/** The facts of any request before authentication. */
function requestContext(request: Request): RequestContext {
  // The client's address alone: see trustProxies.
  const forwarded = request.headers.get("x-forwarded-for")?.trim();
  return {
    requestId: requestIdOf(request),
    ipAddress: forwarded ?? "",
    userAgent: request.headers.get("user-agent") ?? "",
  };
}
