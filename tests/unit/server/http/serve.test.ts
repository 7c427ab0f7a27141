import { expect, test } from "vitest";
import { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "@/app/api/[[...path]]/route";
import * as openapi from "@/app/api/openapi.json/route";
import { endpoints } from "@/lib/contracts/registry";
import { groupBy } from "@/lib/group-by";

const api = { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS };

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

const request = (method: string, path: string) =>
  new Request(`http://localhost/api${path}`, { method });

test("every endpoint with a session is served, with and without the last slash, and asks for it", async () => {
  for (const { method, path, access } of endpoints) {
    if (access === "public") continue;
    for (const asked of [path, path.slice(0, -1)]) {
      const answer = await api[method](request(method, asked));
      expect(answer.status, `${method} ${asked}`).toBe(401);
      expect(await answer.json()).toMatchObject({ code: "unauthenticated" });
    }
  }
});

test("every path answers every other method, HEAD among them, with 405, Allow and a problem", async () => {
  for (const [path, served] of groupBy(endpoints, (endpoint) => endpoint.path)) {
    const methods = served.map(({ method }) => method);
    await expectOthersRefused(api, path, isProbe(path) ? ["GET", "HEAD"] : methods);
  }
  const { dynamic: _, ...handlers } = openapi;
  const document = { ...handlers, HEAD: handlers.GET };
  await expectOthersRefused(document, "/openapi.json", ["GET", "HEAD"]);
});

/** Monitors ask them with HEAD too. Elsewhere HEAD is refused: Next would run GET, which starts a sync at some paths. */
function isProbe(path: string): boolean {
  return path.startsWith("/health/");
}

async function expectOthersRefused(
  handlers: Record<(typeof METHODS)[number], (request: Request) => Response | Promise<Response>>,
  path: string,
  allowed: string[],
): Promise<void> {
  for (const method of METHODS.filter((each) => !allowed.includes(each))) {
    const answer = await handlers[method](request(method, path));
    const asked = `${method} ${path}`;
    expect(answer.status, asked).toBe(method === "OPTIONS" ? 204 : 405);
    const allow = answer.headers.get("allow")?.split(", ") ?? [];
    expect(allow.sort(), asked).toEqual([...allowed, "OPTIONS"].sort());
    if (method !== "OPTIONS") {
      expect(await answer.json(), asked).toMatchObject({ code: "method_not_allowed" });
    }
  }
}

test("any other path is unknown, also of a provider", async () => {
  const unknown = [
    "/stripe/else/",
    "/xero/save-clearing-account/",
    "/constructor/toString/",
    "//qb/undo/",
    "",
  ];
  for (const path of unknown) {
    const answer = await api.POST(request("POST", path));
    expect(answer.status, path).toBe(404);
    expect(await answer.json(), path).toMatchObject({ code: "not_found" });
  }
});
