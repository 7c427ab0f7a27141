import type { RequestContext } from "@/server/context";
import { requestIdOf } from "@/server/http/request-id";

/** What is known of any request before anybody is looked up. */
export function requestContext(request: Request): RequestContext {
  const forwarded = request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim();
  return {
    requestId: requestIdOf(request),
    ipAddress: forwarded ?? "",
    userAgent: request.headers.get("user-agent") ?? "",
  };
}
