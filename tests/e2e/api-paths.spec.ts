import { request as httpRequest } from "node:http";
import { expect, test } from "@playwright/test";
import { endpoints } from "@/lib/contracts/registry";
import { ROWS } from "../integration/spec-table/rows";
import { BASE_URL } from "./addresses";

const ANSWER = { redirect: "manual" } as const;
const JSON_TYPE = { "content-type": "application/json" };

/** Calls without a token: the API answers with its own error body. */
async function ask(method: string, path: string, headers: Record<string, string> = JSON_TYPE) {
  const response = await fetch(BASE_URL + path, {
    ...ANSWER,
    method,
    headers,
    ...(method !== "GET" && { body: "{}" }),
  });
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return { response, status: response.status, body: isJson ? await response.json() : undefined };
}

for (const { method, path } of ROWS) {
  const bare = path.startsWith("/") ? path : `/${path}`;
  const endpoint = endpoints.find((each) => each.method === method && each.path === bare);
  test(`${method} ${bare} answers under /api and bare, with and without the slash`, async () => {
    for (const prefix of ["/api", ""]) {
      for (const address of [bare, bare.replace(/\/$/, "")]) {
        const { status, body } = await ask(method, prefix + address);
        const expected = endpoint?.access === "session" ? [401] : [400, 429];
        expect(expected, `${prefix}${address}`).toContain(status);
        expect(body, `${prefix}${address}`).toMatchObject({
          code: expect.any(String),
          message: expect.any(String),
          request_id: expect.any(String),
        });
      }
    }
  });
}

test("an unknown path is 404 in JSON under the API, and a page elsewhere", async () => {
  for (const path of [
    "/api",
    "/api/",
    "/api/nothing",
    "/api/qb/nothing/",
    "/qb/nothing",
    "/user/x/",
  ]) {
    for (const method of ["GET", "POST", "DELETE"]) {
      const { status, body } = await ask(method, path);
      expect(status, `${method} ${path}`).toBe(404);
      expect(body, `${method} ${path}`).toMatchObject({ code: "not_found" });
    }
  }
  const page = await ask("GET", "/nothing", {});
  expect([page.status, page.body]).toEqual([404, undefined]);
});

test("a wrong method is 405 and names the right one", async () => {
  for (const path of ["/api/qb/auto-match/", "/qb/auto-match"]) {
    const { status, response, body } = await ask("GET", path);
    expect(status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST, OPTIONS");
    expect(body).toMatchObject({ code: "method_not_allowed" });
  }
  const head = await fetch(`${BASE_URL}/api/health`, { method: "HEAD" });
  expect(head.status).toBe(200);
});

test("the Stripe callback is a page for browsers and an endpoint for JSON", async () => {
  for (const path of ["/stripe/callback?code=a&state=b", "/stripe/callback/?code=a&state=b"]) {
    const page = await ask("GET", path, {});
    expect([page.status, page.body], path).toEqual([200, undefined]);
    const call = await ask("POST", path);
    expect([call.status, call.body?.code], path).toEqual([401, "unauthenticated"]);
  }
});

test("an unexpected body is ignored, and a huge one is refused while it arrives", async () => {
  const get = await send("GET", "/api/health", JSON_TYPE, ["{}"]);
  expect(get.status).toBe(200);
  // Without a declared length, the received bytes are counted.
  const chunks = Array.from({ length: 40 }, () => "x".repeat(64 * 1024));
  const huge = await send("POST", "/api/user/login/api/", JSON_TYPE, chunks);
  expect(huge.status).toBe(413);
  expect(huge.body).toMatchObject({ code: "too_large" });
});

function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  chunks: string[],
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      new URL(path, BASE_URL),
      { method, headers: { ...headers, "transfer-encoding": "chunked" } },
      (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.once("end", () =>
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }),
        );
      },
    );
    outgoing.once("error", reject);
    for (const chunk of chunks) outgoing.write(chunk);
    outgoing.end();
  });
}
