import { requestIdOf } from "@/server/http/request-id";
import type { RequestContext } from "@/server/platform/context";

/** The facts of any request before authentication. */
export function requestContext(request: Request): RequestContext {
  // The client's address alone: see trustProxies.
  const forwarded = request.headers.get("x-forwarded-for")?.trim();
  return {
    requestId: requestIdOf(request),
    ipAddress: forwarded ?? "",
    userAgent: request.headers.get("user-agent") ?? "",
  };
}
