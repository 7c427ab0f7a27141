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
import { groupBy } from "@/lib/group-by";
import type { ProviderAction } from "@/lib/providers/descriptor";
import type { ConnectableId } from "@/lib/providers/list";
import { health, live, ready } from "@/server/http/health";
import { type HttpMethod, METHODS, refuseOthers, unknownPath } from "@/server/http/methods";
import { type Handler, route } from "@/server/http/route";
import type { SessionContext } from "@/server/platform/context";

type Answer = (request: Request) => Promise<Response>;
type Answers = Record<HttpMethod | "OPTIONS", Answer>;

/** Health checks answer before any session, contract or limit. */
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
 * The API's handlers, one per method. A path that lacks the method returns 405 with Allow, OPTIONS lists what is allowed,
 * HEAD follows GET by Next's own rule, and an unknown path returns 404 as JSON instead of the HTML page.
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
    const own = served.map((endpoint) => [endpoint.method, answers.get(keyOf(endpoint))] as const);
    const others = refuseOthers(...served.map(({ method }) => method));
    paths.set(path, { ...others, ...Object.fromEntries(own) } as Answers);
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
