import { createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refuseBadRequests } from "@/server/http/refuse-bad-requests";
import { secureByDefault } from "@/server/http/secure-by-default";

// As Next does, and fails with TRACE: a Request can't have that method.
const server = createServer((incoming, response) => {
  const { method = "" } = new Request("http://localhost/", { method: incoming.method ?? "" });
  response.setHeader("Content-Type", "text/plain").end(method);
});
// As Next does: it keeps the socket.
server.on("upgrade", () => undefined);

beforeAll(async () => {
  refuseBadRequests({ strictTransport: "host", isDevelopment: false });
  secureByDefault("host");
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());

const port = () => (server.address() as AddressInfo).port;

async function send(method: string) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const path = "/_next/static/chunks/main.js";
    request({ port: port(), host: "127.0.0.1", path, method, agent: false }, resolve)
      .once("error", reject)
      .end();
  });
  let text = "";
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode, headers: answer.headers, text };
}

/** Everything that the server answers until it closes the connection. */
function answerTo(message: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port(), "127.0.0.1", () => socket.write(message, "latin1"));
    socket.setEncoding("latin1");
    socket.on("data", (part) => {
      text += part;
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(text));
  });
}

const asked = (target: string, headers = "Host: localhost", method = "GET") =>
  answerTo(`${method} ${target} HTTP/1.1\r\n${headers}\r\n\r\n`);

test.each(["TRACE", "PROPFIND", "QUERY", "PURGE", "M-SEARCH"])(
  "%s is refused with the allowed methods, and repeats nothing of the request",
  async (method) => {
    const { status, headers, text } = await send(method);
    expect(status).toBe(405);
    expect(headers).toMatchObject({
      allow: "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    expect(text).toMatch(new RegExp(`^${method} isn't allowed. Allowed: GET, .*\n$`));
  },
);

test.each(["GET", "POST", "DELETE", "OPTIONS"])("%s arrives", async (method) => {
  expect(await send(method)).toMatchObject({ status: 200, text: method });
});

test("every answer has the headers of data and requires TLS, also a file of the build", async () => {
  for (const method of ["GET", "TRACE"]) {
    const { headers } = await send(method);
    expect(headers).toMatchObject({
      "strict-transport-security": "max-age=63072000",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
  }
});

const NO_PATHS = [
  ...[
    "http://evil.test/dashboard",
    "HTTPS://evil.test",
    "*",
    "//evil.test/",
    "///",
    "/\\evil.test/",
  ],
  ...["/.//evil.test/", "/..//evil.test", "/./\\evil.test", "/%2fevil.test", "/%5cevil.test"],
  ...["/%2e%2e//evil.test", "/x\\..\\..\\evil.test"],
  ...["/api/%ff", "/api/%zz", "/api/webhooks/%ff", "/transaction/%ff", "/transaction/%c0%af"],
  ...["/transaction/%ed%a0%80", "/transaction/%", "/%f8%88%80%80%80"],
];

test.each(NO_PATHS)("a request for %s is refused, and the connection closed", async (target) => {
  for (const method of ["GET", "POST", "OPTIONS"]) {
    const answer = await asked(target, "Host: localhost", method);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\r\nCache-Control: no-store\r\n/);
    expect(answer).toMatch(/\r\nConnection: close\r\n/);
    expect(answer).not.toMatch(/\r\nLocation:|evil/i);
    expect(answer).toMatch(
      target.startsWith("/api/") ? /"code":"invalid_target"/ : /\r\n\r\n.*Ask for a path/s,
    );
  }
});

test.each([
  ...["/", "/api/health/", "/login?next=//evil.test", "/search?text=%ff", "/transaction/%c3%a9"],
  ...["/a%2fb", "/login//x", "/_next/image?url=http%3A%2F%2Fx&w=1", "/x?a\\b", "/%E2%82%AC"],
])("a request for %s arrives", async (target) => {
  expect(await asked(target, "Host: localhost\r\nConnection: close")).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ...["Host: a\r\nHost: b", "Host: a\r\nX: y\r\nhOST: a", "Host:", "Host: a b", "Host: [", "X: y"],
  ...["Host: a/b", "Host: u@h", "Host: a:b", "Host: a?b", "Host: \xff", "Host: [::1"],
])("a request with %j is refused", async (headers) => {
  expect(await asked("/login", headers)).toMatch(/^HTTP\/1\.1 400 /);
});

test.each(["a", "a.test:3000", "127.0.0.1:1", "[::1]:3000", "under_score", "xn--bcher-kva.test"])(
  "a request to %s arrives",
  async (host) => {
    expect(await asked("/", `Host: ${host}\r\nConnection: close`)).toMatch(/^HTTP\/1\.1 200 /);
  },
);

test("an upgrade is refused: nothing here would ever answer it", async () => {
  for (const target of ["/login", "http://127.0.0.1:1/", "/%ff"]) {
    const answer = await asked(target, "Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  }
});
