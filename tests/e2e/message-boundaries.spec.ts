import { connect } from "node:net";
import { BASE_URL } from "./addresses";
import { expect, test } from "./fixtures";

const { hostname, port } = new URL(BASE_URL);

/** Everything that the server answers until it closes the connection. */
function answerTo(message: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(message, "latin1"));
    socket.setEncoding("latin1");
    socket.on("data", (part) => {
      text += part;
    });
    socket.once("error", reject);
    socket.once("close", () => resolve(text));
  });
}

const HEAD = `POST /api/user/login/api/ HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n`;
/** Would be a second request to a server that takes the message's end for somewhere else. */
const SMUGGLED = `GET /api/health HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`;

for (const [what, message] of Object.entries({
  "a length and chunks": `${HEAD}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  "two lengths": `${HEAD}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}`,
  "a length that is no number": `${HEAD}Content-Length: +2\r\n\r\n{}`,
  "an unknown transfer encoding": `${HEAD}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  "a blank before the colon": `${HEAD}Content-Length : 2\r\n\r\n{}`,
  "a bare line feed in a chunk": `${HEAD}Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\r\n\r\n`,
})) {
  test(`a message with ${what} is refused, and what follows is no request`, async () => {
    const answer = await answerTo(message + SMUGGLED);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
}

test("no picture is fetched from an address in a request", async ({ request }) => {
  for (const url of ["http://127.0.0.1:1/x.png", "//127.0.0.1:1/x.png", "file:///etc/hostname"]) {
    const address = `/_next/image?url=${encodeURIComponent(url)}&w=640&q=75`;
    expect((await request.get(address)).status(), url).toBe(400);
  }
});

const asked = (target: string, method = "GET", headers = `Host: ${hostname}`) =>
  answerTo(`${method} ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`);

test("no target is redirected to another host, and none fails on our side", async () => {
  const starts = ["/", "//", "/\\", "/.//", "/%2f", "/%5c", "http://", "*", ""];
  const paths = ["api/", "api/webhooks/", "transaction/", "question/", "qb/", "_next/", "login"];
  const ends = [
    "%ff",
    "%zz",
    "%",
    "%ed%a0%80",
    "%00",
    "..%2f..%2f",
    "[id]",
    "#a",
    "\x80",
    "//x",
    "?%ff",
  ];
  const targets = [
    ...paths.flatMap((path) => ends.map((end) => `/${path}${end}`)),
    ...starts.flatMap((start) => ["evil.test/", ...paths, ...ends].map((path) => start + path)),
  ].filter((target) => target !== "");
  expect(targets.length).toBeGreaterThan(200);
  for (const [at, target] of targets.entries()) {
    const answer = await asked(target, ["GET", "OPTIONS", "HEAD"][at % 3]);
    expect(answer, target).toMatch(/^HTTP\/1\.1 [234]\d\d /);
    expect(answer, target).not.toMatch(/\r\nlocation: (?!\/[^/\\])/i);
  }
});

test("two hosts, none, or a strange one get no page", async () => {
  for (const headers of ["Host: a\r\nHost: b", "Host: a b", "Host: u@h", "Host: a/b", "X: y"]) {
    expect(await asked("/login", "GET", headers), headers).toMatch(/^HTTP\/1\.1 400 /);
  }
});

test("pages are only read, whatever the method", async ({ request }) => {
  for (const path of ["/", "/login", "/invitation/", "/transaction/1"]) {
    for (const method of ["PROPFIND", "QUERY", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const answer = await request.fetch(path, { method });
      expect(answer.status(), `${method} ${path}`).toBe(405);
      expect(answer.headers().allow, `${method} ${path}`).toContain("GET");
    }
    expect((await request.head(path)).status(), path).toBe(200);
  }
  // The documented paths without /api aren't pages.
  expect((await request.post("/user/login/api/", { data: {} })).status()).toBe(400);
});

test("the page of a mailed link hands its address to nobody, with a slash too", async ({
  request,
}) => {
  for (const path of ["/invitation", "/invitation/", "/question/", "/confirm-email/a-token/"]) {
    const headers = (await request.get(path)).headers();
    expect(headers["referrer-policy"], path).toBe("no-referrer");
    expect(headers["cache-control"], path).toContain("no-store");
  }
});
