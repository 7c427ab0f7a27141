import type { RequestContext } from "@/server/context";
import { requestContext } from "@/server/http/request-context";
import { withLogFields } from "@/server/logger";
import { observeRequest, stopwatch } from "@/server/metrics/observe";
import { inSpan } from "@/server/telemetry/span";

/** Which of our paths a request is for: the pattern, never what somebody sent. */
interface Pattern {
  method: string;
  path: string;
}

/**
 * Answers a request under watch: every line logged meanwhile says who called what, the answer is counted
 * by pattern and status, and traced where traces are sent.
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
