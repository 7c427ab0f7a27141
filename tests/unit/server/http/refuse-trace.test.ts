import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refuseTrace } from "@/server/http/refuse-trace";
import { secureByDefault } from "@/server/http/secure-by-default";

// As Next does, and fails with TRACE: a Request can't have that method.
const server = createServer((incoming, response) => {
  const { method = "" } = new Request("http://localhost/", { method: incoming.method ?? "" });
  response.setHeader("Content-Type", "text/plain").end(method);
});

beforeAll(async () => {
  refuseTrace();
  secureByDefault(true);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

async function send(method: string) {
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const path = "/_next/static/chunks/main.js";
    request({ port, host: "127.0.0.1", path, method, agent: false }, resolve)
      .once("error", reject)
      .end();
  });
  let text = "";
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode, headers: answer.headers, text };
}

test("TRACE is refused with the allowed methods, and repeats nothing of the request", async () => {
  const { status, headers, text } = await send("TRACE");
  expect(status).toBe(405);
  expect(headers).toMatchObject({
    allow: "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS",
    "content-type": "application/json",
    "x-content-type-options": "nosniff",
  });
  expect(JSON.parse(text)).toMatchObject({ code: "method_not_allowed" });
});

test.each(["GET", "POST", "DELETE", "OPTIONS"])("%s arrives", async (method) => {
  expect(await send(method)).toMatchObject({ status: 200, text: method });
});

test("every answer has the headers of data and requires TLS, also a file of the build", async () => {
  for (const method of ["GET", "TRACE"]) {
    const { headers } = await send(method);
    expect(headers).toMatchObject({
      "strict-transport-security": "max-age=63072000; includeSubDomains",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
  }
});
