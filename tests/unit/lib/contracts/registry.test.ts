import { describe, expect, expectTypeOf, test } from "vitest";
import { hasRole } from "@/lib/constants/roles";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import { operationsByName } from "@/lib/contracts/providers";
import {
  type EndpointAt,
  endpoints,
  endpointsIn,
  type PublicKey,
  type SessionKey,
} from "@/lib/contracts/registry";
import { toJsonSchema } from "@/lib/openapi/schema";

const contracts = import.meta.glob<object>("../../../../lib/contracts/*.ts", { eager: true });
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
      version: string;
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
});
