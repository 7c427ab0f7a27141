import { expect, test } from "vitest";
import { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "@/app/api/[provider]/[action]/route";
import { providerOperations } from "@/lib/contracts/providers";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const handlers = { GET, POST, PUT, PATCH, DELETE, OPTIONS };

function ask(method: (typeof METHODS)[number], path: string): Promise<Response> {
  const [, provider = "", action = ""] = path.split("/");
  const request = new Request(`http://localhost/api${path}`, { method });
  return handlers[method](request, { params: Promise.resolve({ provider, action }) });
}

test("paths from the list of providers are served, and need a session", async () => {
  for (const { endpoint } of providerOperations) {
    const answer = await ask(endpoint.method, endpoint.path);
    const what = `${endpoint.method} ${endpoint.path}`;
    expect(answer.status, what).toBe(401);
    expect(await answer.json(), what).toMatchObject({ code: "unauthenticated" });
  }
});

test("each of these paths answers every other method with 405, Allow and a problem", async () => {
  for (const path of new Set(providerOperations.map(({ endpoint }) => endpoint.path))) {
    const allowed: string[] = providerOperations
      .filter(({ endpoint }) => endpoint.path === path)
      .map(({ endpoint }) => endpoint.method);
    for (const method of METHODS.filter((each) => !allowed.includes(each))) {
      const answer = await ask(method, path);
      const what = `${method} ${path}`;
      expect(answer.status, what).toBe(method === "OPTIONS" ? 204 : 405);
      const allow = answer.headers.get("allow")?.split(", ") ?? [];
      expect(allow.filter((each) => each !== "HEAD" && each !== "OPTIONS").sort(), what).toEqual(
        allowed.sort(),
      );
      if (method !== "OPTIONS") {
        expect(await answer.json(), what).toMatchObject({ code: "method_not_allowed" });
      }
    }
  }
});

test("any other path is unknown, also of a provider that is coming soon", async () => {
  for (const path of ["/stripe/else/", "/paypal/connect/", "/constructor/toString/"]) {
    const answer = await ask("POST", path);
    expect(answer.status, path).toBe(404);
    expect(await answer.json(), path).toMatchObject({ code: "not_found" });
  }
});
