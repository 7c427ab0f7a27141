import type { Endpoint } from "@/lib/contracts/endpoint";
import {
  type ProviderAnswer,
  type ProviderBody,
  type ProviderKey,
  type ProviderQuery,
  providerOperations,
} from "@/lib/contracts/providers";
import {
  type EndpointAt,
  endpoints,
  type PublicKey,
  type SessionKey,
} from "@/lib/contracts/registry";
import type { Readiness } from "@/lib/contracts/system";
import { groupBy } from "@/lib/group-by";
import type { ProviderAction } from "@/lib/providers/descriptor";
import type { ConnectableId } from "@/lib/providers/list";
import { type HttpMethod, METHODS, refuseOthers, unknownPath } from "@/server/http/methods";
import { REQUEST_ID_HEADER } from "@/server/http/problem";
import { type Handler, route } from "@/server/http/route";
import type { RequestContext, SessionContext } from "@/server/platform/context";
import { checkHealth, checkReadiness } from "@/server/platform/health/readiness";
import { observed } from "./observed";

/** `GET /api/health`, as documented: 200 while this process can serve, its database and disk included. */
function health(request: Request): Promise<Response> {
  return observed(request, { method: "GET", path: "/health/" }, async (ctx) => {
    const found = await checkHealth();
    return answer(ctx, found.status === "ok" ? 200 : 503, found);
  });
}

/**
 * `GET /api/health/live`: 200 as long as this process responds. Without the database check, because a
 * restart would not repair the database.
 */
function live(request: Request): Promise<Response> {
  return observed(request, { method: "GET", path: "/health/live/" }, async (ctx) =>
    answer(ctx, 200, { status: "ok" }),
  );
}

/** `GET /api/health/ready`: 200 when this process accepts requests, otherwise 503; the checks are for the operator. */
function ready(request: Request): Promise<Response> {
  return observed(request, { method: "GET", path: "/health/ready/" }, async (ctx) => {
    const readiness = await checkReadiness(request.headers.get("authorization"));
    return answer(ctx, readiness.status === "ok" ? 200 : 503, readiness);
  });
}

function answer(
  { requestId }: RequestContext,
  status: number,
  body: Readiness | { status: "ok" },
): Response {
  const headers = { "Cache-Control": "no-store", [REQUEST_ID_HEADER]: requestId };
  return Response.json(body, { status, headers });
}

type Answer = (request: Request) => Promise<Response>;
type Answers = Record<HttpMethod | "OPTIONS", Answer>;

/** Health checks answer before any session, contract or limit; monitors also ask them with HEAD. */
const PROBES = {
  "GET /health/": health,
  "GET /health/live/": live,
  "GET /health/ready/": ready,
} satisfies Partial<Record<PublicKey, Answer>>;

type VerbKey = Exclude<SessionKey | PublicKey, ProviderKey | keyof typeof PROBES>;

/** One verb per endpoint, by method and path: "GET /summary/". */
export type Verbs = { [K in VerbKey]: Handler<EndpointAt<K>> };

/** One verb per action: it serves the action's endpoint of every provider. */
export type ProviderVerbs = {
  [Action in ProviderAction]: (
    ctx: SessionContext,
    provider: ConnectableId,
    input: { body: ProviderBody<Action>; query: ProviderQuery<Action> },
  ) => Promise<ProviderAnswer<Action>>;
};

/**
 * The API's handlers, one per method. A path without the method returns 405 with Allow, OPTIONS lists what is allowed, and
 * an unknown path returns 404 as JSON instead of the HTML page.
 */
export function serve(verbs: Verbs, providerVerbs: ProviderVerbs): Answers {
  const answers = new Map<string, Answer>(Object.entries(PROBES));
  for (const { provider, action, endpoint } of providerOperations) {
    // The action determines the verb's input type; the intersection over all actions is `never`.
    const verb: (ctx: SessionContext, id: ConnectableId, input: never) => Promise<unknown> =
      providerVerbs[action];
    const handler = route(endpoint, (ctx, input) =>
      verb(ctx as SessionContext, provider, input as never),
    );
    answers.set(keyOf(endpoint), handler);
  }
  // The key determines the handler's types, which the table has checked.
  const handlers = verbs as Record<string, Handler<Endpoint>>;
  for (const endpoint of endpoints) {
    const handler = handlers[keyOf(endpoint)];
    if (handler) answers.set(keyOf(endpoint), route(endpoint, handler));
  }
  const paths = new Map<string, Answers>();
  for (const [path, served] of groupBy(endpoints, (endpoint) => endpoint.path)) {
    const own = Object.fromEntries(
      served.map((endpoint) => [endpoint.method as HttpMethod, answers.get(keyOf(endpoint))]),
    );
    if (`GET ${path}` in PROBES) own.HEAD = own.GET;
    paths.set(path, { ...refuseOthers(...(Object.keys(own) as HttpMethod[])), ...own } as Answers);
  }
  return byMethod((method) => (request) => {
    const path = new URL(request.url).pathname.replace(/^\/api/, "").replace(/\/?$/, "/");
    return (paths.get(path)?.[method] ?? unknownPath)(request);
  });
}

function keyOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

function byMethod(answerOf: (method: keyof Answers) => Answer): Answers {
  const methods = [...METHODS, "OPTIONS"] as const;
  return Object.fromEntries(methods.map((method) => [method, answerOf(method)])) as Answers;
}
