import { problemResponse, RequestError } from "@/server/http/problem";
import { requestIdOf } from "@/server/http/request-id";
import { observeRequest } from "@/server/metrics/observe";

/** What strangers ask for is counted, but not by their words. */
const NO_ROUTE = "(none)";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];
type Handler = (request: Request) => Response;

/**
 * Handlers for the methods that a path does not have: 405 with Allow, and OPTIONS, which tells the
 * same. HEAD follows GET by Next's own rule.
 */
export function refuseOthers<const M extends Method>(
  ...allowed: M[]
): Record<Exclude<Method, M> | "OPTIONS", Handler> {
  const allow = [...allowed, ...(has(allowed, "GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
  const refused = METHODS.filter((method) => !has(allowed, method));
  return Object.fromEntries([
    ...refused.map((method) => [method, refusal(method, allow)]),
    ["OPTIONS", describing(allow)],
  ]) as Record<Exclude<Method, M> | "OPTIONS", Handler>;
}

function describing(allow: string): Handler {
  return () => new Response(null, { status: 204, headers: { Allow: allow } });
}

/** Answers every method of a path that is not there. */
export function unknownPath(request: Request): Response {
  observeRequest({ method: request.method, route: NO_ROUTE, status: 404 }, 0);
  return unknownPathAnswer(request);
}

/** {@link unknownPath} for a request that is counted as another's. */
export function unknownPathAnswer(request: Request): Response {
  const error = new RequestError(404, "not_found", "The API has no such path");
  return problemResponse(error, requestIdOf(request));
}

function refusal(method: string, allow: string): Handler {
  const error = new RequestError(
    405,
    "method_not_allowed",
    `${method} is not possible here. Allowed: ${allow}`,
    { headers: { Allow: allow } },
  );
  return function refuse(request) {
    observeRequest({ method, route: NO_ROUTE, status: 405 }, 0);
    return problemResponse(error, requestIdOf(request));
  };
}

function has(methods: readonly Method[], method: Method): boolean {
  return methods.includes(method);
}
