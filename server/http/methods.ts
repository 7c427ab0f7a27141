import { problemResponse, RequestError } from "@/server/http/problem";
import { observeRequest } from "@/server/platform/metrics/observe";
import { requestIdOf } from "./problem";

/** The label for unknown paths: they are counted, but the requested path is not recorded. */
const NO_ROUTE = "(none)";

export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
export type HttpMethod = (typeof METHODS)[number];
type Refusal = (request: Request) => Promise<Response>;

/**
 * Handlers for the methods that a path doesn't have: 405 with Allow, and OPTIONS, which lists the allowed methods. HEAD is
 * one of them unless it is allowed: where none is exported, Next runs GET for it, and some of ours do something.
 */
export function refuseOthers<const M extends HttpMethod>(
  ...allowed: M[]
): Record<Exclude<HttpMethod, M> | "OPTIONS", Refusal> {
  const allow = [...allowed, "OPTIONS"].join(", ");
  const refused = METHODS.filter((method) => !has(allowed, method));
  return Object.fromEntries([
    ...refused.map((method) => [method, refusal(method, allow)]),
    ["OPTIONS", describing(allow)],
  ]) as Record<Exclude<HttpMethod, M> | "OPTIONS", Refusal>;
}

function describing(allow: string): Refusal {
  return async () => new Response(null, { status: 204, headers: { Allow: allow } });
}

/** Responds to every method of an unknown path. */
export async function unknownPath(request: Request): Promise<Response> {
  observeRequest({ method: request.method, route: NO_ROUTE, status: 404 }, 0);
  return unknownPathAnswer(request);
}

/** As {@link unknownPath}, for a request that is already counted under another route. */
export function unknownPathAnswer(request: Request): Response {
  const error = new RequestError(404, "not_found", "The API has no such path");
  return problemResponse(error, requestIdOf(request));
}

function refusal(method: string, allow: string): Refusal {
  const error = new RequestError(
    405,
    "method_not_allowed",
    `${method} isn't allowed here. Allowed: ${allow}`,
    { headers: { Allow: allow } },
  );
  return async (request) => {
    observeRequest({ method, route: NO_ROUTE, status: 405 }, 0);
    return problemResponse(error, requestIdOf(request));
  };
}

function has(methods: readonly HttpMethod[], method: HttpMethod): boolean {
  return methods.includes(method);
}
