import { describe, expect, expectTypeOf, test } from "vitest";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import { operationsByName, providerOperations } from "@/lib/contracts/providers";
import {
  type EndpointAt,
  endpoints,
  endpointsIn,
  type PublicKey,
  type SessionKey,
} from "@/lib/contracts/registry";
import { hasRole } from "@/lib/contracts/values/roles";
import { toJsonSchema } from "@/lib/openapi/schema";

const contracts = import.meta.glob<object>("../../../../lib/contracts/*.ts", { eager: true });
const routes = import.meta.glob<Record<string, unknown>>("../../../../app/api/**/route.ts", {
  eager: true,
});

/** Route files that are no documented endpoint, each for its reason. */
const NO_ENDPOINT = [
  // Answers what does not exist.
  "/[[...path]]",
  // next-auth's own protocol.
  "/auth/[...nextauth]",
  // The document about the others.
  "/openapi.json",
  // Serves what the list of providers names; tests/unit/server/http/provider-routes.test.ts walks over it.
  "/[provider]/[action]",
  // Providers call it, in their own shapes.
  "/webhooks/[provider]",
];

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

const modules = new Map(
  Object.entries(routes).map(([file, module]) => [
    file.replace("../../../../app/api", "").replace("/route.ts", ""),
    module,
  ]),
);

const key = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

describe("the list of all endpoints", () => {
  test("has every contract, once", () => {
    const written = Object.entries(contracts)
      .filter(([file]) => !file.endsWith("/registry.ts"))
      .flatMap(([, module]) => endpointsIn(module))
      .concat(endpointsIn(operationsByName));
    expect(endpoints.map(key).sort()).toEqual(written.map(key).sort());
    expect(new Set(endpoints.map(key)).size).toBe(endpoints.length);
    expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length);
  });

  test("names only fields of its own body as settings, each for a higher role", () => {
    for (const { path, body, role, settingFields = [] } of endpoints) {
      for (const { field, role: least } of settingFields) {
        expect(Object.keys((body && toJsonSchema(body, "input").properties) ?? {}), path).toContain(
          field,
        );
        expect(least !== role && hasRole(least, role), path).toBe(true);
      }
    }
  });

  test("has the types of each by its method and path", () => {
    expectTypeOf<EndpointAt<"POST /user/logout/api/">["access"]>().toEqualTypeOf<"session">();
    expectTypeOf<ResponseOf<EndpointAt<"GET /health/">>>().toEqualTypeOf<{
      status: "ok" | "unavailable";
    }>();
    expectTypeOf<"GET /health/">().toExtend<PublicKey>();
    expectTypeOf<"GET /health/">().not.toExtend<SessionKey>();
    expectTypeOf<"GET /summary/">().toExtend<SessionKey>();
    expectTypeOf<"POST /summary/">().not.toExtend<SessionKey | PublicKey>();
  });

  test("says of each whether API tokens may call it, which have no role above admin", () => {
    for (const endpoint of endpoints) {
      const { access, role, apiTokens } = endpoint;
      expect(apiTokens === undefined, key(endpoint)).toBe(access === "public");
      if (role === "self" || role === "owner") expect(apiTokens, key(endpoint)).toBe(false);
    }
  });

  test("writes its paths as documented, with slashes around", () => {
    for (const { path } of endpoints) expect(path).toMatch(/^\/(?:[a-z-]+\/)+$/);
  });

  test("and the route files are the same endpoints", async () => {
    const served = [...modules]
      .filter(([path]) => !NO_ENDPOINT.includes(path))
      .flatMap(([path, module]) =>
        METHODS.filter((method) => method !== "OPTIONS" && isServed(module, method)).map(
          (method) => `${method} ${path}/`,
        ),
      );
    const ofProviders = providerOperations.map(({ endpoint }) => key(endpoint));
    expect([...served, ...ofProviders].sort()).toEqual(endpoints.map(key).sort());
  });

  test("every path answers every other method with 405, Allow and a problem", async () => {
    for (const [path, module] of modules) {
      if (path.includes("[")) continue;
      const allowed = METHODS.filter((method) => method !== "OPTIONS" && isServed(module, method));
      for (const method of METHODS.filter((each) => !(allowed as string[]).includes(each))) {
        const answer = await handlerOf(
          module,
          method,
        )(new Request(`http://localhost/api${path}`, { method }));
        const what = `${method} ${path}`;
        expect(answer.status, what).toBe(method === "OPTIONS" ? 204 : 405);
        const allow = answer.headers.get("allow")?.split(", ") ?? [];
        expect(allow.filter((each) => each !== "HEAD" && each !== "OPTIONS").sort(), what).toEqual(
          [...allowed].sort(),
        );
        if (method !== "OPTIONS") {
          expect(await answer.json(), what).toMatchObject({ code: "method_not_allowed" });
        }
      }
    }
  });
});

type Handler = (request: Request) => Promise<Response> | Response;

function handlerOf(module: Record<string, unknown>, method: string): Handler {
  const handler = module[method];
  if (typeof handler !== "function") throw new Error(`no answer to ${method}`);
  return handler as Handler;
}

/** Refusals are made by `refuseOthers`, so they share one name; a verb's handler has another. */
function isServed(module: Record<string, unknown>, method: string): boolean {
  return typeof module[method] === "function" && module[method].name !== "refuse";
}
