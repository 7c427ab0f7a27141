/** Calls our endpoints as the documented clients do, without a web server. */

import { problemsOf } from "@/lib/contracts/problems";
import { endpoints } from "@/lib/contracts/registry";

/** Any answer body: a test reads what it expects, and fails otherwise. */
type Json = ReturnType<typeof JSON.parse>;
type Handler = (request: Request, route?: { params: Promise<object> }) => Promise<Response>;
type RouteModule = Partial<Record<string, Handler>>;

const routes = import.meta.glob<RouteModule>("../../app/api/**/route.ts");
const API = "../../app/api/[[...path]]/route.ts";

export interface Answer {
  status: number;
  body: Json;
  headers: Headers;
}

/**
 * Calls `method path` (documented path, with or without the trailing slash) with an optional token and
 * JSON body.
 */
export async function call(
  method: string,
  path: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const url = new URL(`/api${path}`, "http://localhost:3000");
  const handler = await handlerOf(method, url.pathname);
  const hasBody = options.body !== undefined && method !== "GET";
  const request = new Request(url, {
    method,
    headers: {
      ...(hasBody && { "content-type": "application/json" }),
      ...(options.token && { authorization: options.token }),
      ...options.headers,
    },
    ...(hasBody && { body: JSON.stringify(options.body) }),
  });
  const response = await handler(request);
  const answer = { status: response.status, body: await response.json() };
  requireDocumented(method, path, answer);
  return { ...answer, headers: response.headers };
}

/** @throws Error for an error that the endpoint's contract doesn't name: its document would hide it. */
function requireDocumented(
  method: string,
  path: string,
  { status, body }: Omit<Answer, "headers">,
) {
  // A defect is the test's to find, and a probe's 503 isn't a problem.
  if (status < 400 || status === 500 || body?.code === undefined) return;
  const asked = new URL(path, "http://localhost").pathname.replace(/\/?$/, "/");
  const endpoint = endpoints.find((each) => each.method === method && each.path === asked);
  if (!endpoint || problemsOf(endpoint).has(body.code)) return;
  throw new Error(
    `${method} ${asked} answers ${status} ${body.code}, which its contract doesn't name among its \`problems\``,
  );
}

/**
 * The handler that Next would call for a path under /api. @throws Error where Next would answer by itself.
 */
export async function handlerOf(method: string, pathname: string): Promise<Handler> {
  const path = pathname.replace(/\/$/, "");
  const load = routes[`../../app${path}/route.ts`] ?? routes[API];
  const handler = (await load?.())?.[method];
  if (!handler) throw new Error(`There is no ${method} ${pathname}`);
  return handler;
}

/** Calls and requires a 200. */
export async function ok(
  method: string,
  path: string,
  token?: string,
  body?: unknown,
): Promise<Answer["body"]> {
  const answer = await call(method, path, { ...(token && { token }), body });
  if (answer.status !== 200) {
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return answer.body;
}
