import {
  type ProviderAnswer,
  type ProviderBody,
  type ProviderQuery,
  providerOperations,
} from "@/lib/contracts/providers";
import type { ProviderAction } from "@/lib/providers/descriptor";
import type { ConnectableId } from "@/lib/providers/list";
import { type HttpMethod, METHODS, refuseOthers, unknownPath } from "@/server/http/methods";
import { route } from "@/server/http/route";
import type { SessionContext } from "@/server/platform/context";

type Handler = (request: Request) => Response | Promise<Response>;
type PathHandler = (
  request: Request,
  route: { params: Promise<{ provider: string; action: string }> },
) => Promise<Response>;

/** One verb per action: it serves the action's endpoint of every provider. */
export type ProviderVerbs = {
  [Action in ProviderAction]: (
    ctx: SessionContext,
    provider: ConnectableId,
    input: { body: ProviderBody<Action>; query: ProviderQuery<Action> },
  ) => Promise<ProviderAnswer<Action>>;
};

/**
 * Handlers of the dynamic route behind `/api/{provider}/{action}/`. Paths in the list of providers call
 * their verb; other methods of such a path return 405, and any other path returns 404.
 */
export function providerRoutes(verbs: ProviderVerbs): Record<HttpMethod | "OPTIONS", PathHandler> {
  const paths = new Map<string, Partial<Record<string, Handler>>>();
  for (const { provider, action, endpoint } of providerOperations) {
    // The action determines the verb's input type; the intersection over all actions is `never`.
    const verb: (ctx: SessionContext, id: ConnectableId, input: never) => Promise<unknown> =
      verbs[action];
    const handler = route(endpoint, (ctx, input) =>
      verb(ctx as SessionContext, provider, input as never),
    );
    paths.set(endpoint.path, { ...paths.get(endpoint.path), [endpoint.method]: handler });
  }
  for (const [path, served] of paths) {
    const methods = METHODS.filter((method) => served[method]);
    paths.set(path, { ...refuseOthers(...methods), ...served });
  }
  const serve =
    (method: string): PathHandler =>
    async (request, { params }) => {
      const { provider, action } = await params;
      const handler = paths.get(`/${provider}/${action}/`)?.[method] ?? unknownPath;
      return handler(request);
    };
  return Object.fromEntries(
    [...METHODS, "OPTIONS"].map((method) => [method, serve(method)]),
  ) as Record<HttpMethod | "OPTIONS", PathHandler>;
}
