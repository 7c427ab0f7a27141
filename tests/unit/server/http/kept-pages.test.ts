import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { keepPages } from "@/server/http/kept-pages";
import { newNonce } from "@/server/http/security-headers";

/** What was rendered, by path. */
let rendered: string[] = [];
let isSpecial = async () => false;

/** As Next does: pages with a nonce in text and headers, and a few that differ by more. */
const server = createServer((asked, response) => {
  const { url = "", headers } = asked;
  rendered.push(url);
  const nonce = newNonce();
  const id = url.split("/").at(-1);
  const words: Record<string, string> = {
    "/cookie": String(headers.cookie),
    "/host": String(headers.host),
    "/moment": `${process.hrtime.bigint()}`,
    "/order": rendered.length === 1 ? "b a" : "a b",
    "/half": nonce.slice(0, 12),
  };
  response.statusCode = url === "/failing" ? 500 : 200;
  response.setHeader("content-security-policy", `script-src 'nonce-${nonce}'`);
  response.setHeader("Link", `</font>; nonce="${nonce}"`);
  if (url === "/setting") response.setHeader("Set-Cookie", "a=b");
  response.setHeader("Content-Type", url === "/data" ? "application/json" : "text/html");
  response.write(`<script nonce="${nonce}">${words[url.replace(/\d+$/, "")] ?? ""}</script>`);
  response.end(url.startsWith("/deposit/") ? `<p nonce="${nonce}" id="${id}">€ ${id}</p>` : "");
});

const ROUTES = [
  ...["/plain", "/also", "/cookie", "/host", "/moment", "/half", "/failing", "/setting", "/data"],
  ...["/deposit/[id]", "/all/[...rest]", "/a/[b]/c", "/paused", "/order"],
];

beforeAll(async () => {
  keepPages({ routes: ROUTES, isSpecial: () => isSpecial() });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => server.close());
beforeEach(() => {
  rendered = [];
  isSpecial = async () => false;
});

async function ask(path: string, headers: IncomingHttpHeaders = {}, method = "GET") {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const host = "127.0.0.1";
    request({ port, host, path, method, headers, agent: false }, resolve)
      .once("error", reject)
      .end();
  });
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece);
  const nonce =
    /'nonce-([^']+)'/.exec(answer.headers["content-security-policy"] as string)?.[1] ?? "";
  const body = Buffer.concat(pieces);
  const isGzip = answer.headers["content-encoding"] === "gzip";
  const text = String(isGzip ? gunzipSync(body) : body);
  const names = answer.rawHeaders.filter(
    (_, at) => !/^date$/i.test(answer.rawHeaders[at - (at % 2)] ?? ""),
  );
  return { nonce, text, status: answer.statusCode, names, headers: answer.headers };
}

const blank = ({ nonce, text, names, status }: Awaited<ReturnType<typeof ask>>) => ({
  status,
  text: text.replaceAll(nonce, "…"),
  names: names.map((each) => each.replaceAll(nonce, "…")),
});

test("a page is rendered twice, then answered from what both had in common, each time with another nonce", async () => {
  const nonces = new Set<string>();
  for (let time = 0; time < 20; time += 1) {
    const { text, headers, nonce } = await ask("/plain");
    expect(text).toBe(`<script nonce="${nonce}"></script>`);
    expect(headers.link).toBe(`</font>; nonce="${nonce}"`);
    expect(nonce).toMatch(/^[\w-]{22}$/);
    nonces.add(nonce);
  }
  expect(rendered).toEqual(["/plain", "/plain"]);
  expect(nonces.size).toBe(20);
});

test("it has the answer's status, headers and text, and so has the answer without a text", async () => {
  const anew = { "cache-control": "no-cache" };
  expect(blank(await ask("/plain"))).toEqual(blank(await ask("/plain", anew)));
  const [kept, fresh] = [await ask("/plain", {}, "HEAD"), await ask("/plain", anew, "HEAD")];
  expect(blank(kept)).toEqual(blank(fresh));
  expect(rendered).toHaveLength(2);
});

test("those who ask at once wait for the same two", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask("/also")));
  expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(10);
  expect(rendered).toEqual(["/also", "/also"]);
});

test("one text serves every id", async () => {
  for (const id of ["1", "42", "999999999"]) {
    const { nonce, text } = await ask(`/deposit/${id}`);
    expect(text).toBe(
      `<script nonce="${nonce}"></script><p nonce="${nonce}" id="${id}">€ ${id}</p>`,
    );
  }
  expect(rendered).toHaveLength(2);
  expect(rendered).not.toContain("/deposit/1");
});

test.each([
  "/deposit/0",
  "/deposit/01",
  "/deposit/1234567890",
  "/deposit/x",
  "/deposit/",
  "/all/1",
])("%s is no id's page, and rendered for who asks", async (path) => {
  await ask(path);
  expect(rendered).toEqual([path]);
});

test("a first rendering that comes out otherwise, as of a cold process, is no reason to keep none", async () => {
  await ask("/order");
  expect(rendered).toHaveLength(3);
  await ask("/order");
  expect(rendered).toHaveLength(3);
});

test.each(["/cookie", "/host", "/moment", "/half", "/failing", "/setting", "/data"])(
  "%s isn't kept: two answers differ, or it is no page",
  async (path) => {
    const mine = { cookie: "mine=1", host: "mine.example" };
    const first = await ask(path, mine);
    expect((await ask(path, mine)).nonce).not.toBe(first.nonce);
    // Four tries for both, and not for each.
    expect(rendered).toEqual(Array.from({ length: 6 }, () => path));
    if (path === "/cookie") expect(first.text).toContain("mine=1");
  },
);

test.each([
  { rsc: "1" },
  { "next-router-prefetch": "1" },
  { "x-middleware-prefetch": "1" },
  { "content-type": "application/json" },
  { "cache-control": "no-cache" },
  { "accept-encoding": "gzip;q=0, identity" },
  { "accept-encoding": "deflate" },
])("a request with %j is for Next", async (headers) => {
  await ask("/plain");
  rendered = [];
  await ask("/plain", headers);
  expect(rendered).toEqual(["/plain"]);
});

test("a query, another method and another spelling are for Next", async () => {
  for (const path of ["/plain?a=b", "/plain/", "/Plain", "/%70lain", "/plain?"]) await ask(path);
  await ask("/plain", {}, "POST");
  expect(rendered).toEqual(["/plain?a=b", "/plain/", "/Plain", "/%70lain", "/plain?", "/plain"]);
});

test("it is compressed for who takes that", async () => {
  const { headers, text, nonce } = await ask("/plain", { "accept-encoding": "gzip, deflate, br" });
  expect(headers["content-encoding"]).toBe("gzip");
  expect(text).toBe(`<script nonce="${nonce}"></script>`);
  for (const coding of ["br", "identity", ""]) {
    const plain = await ask("/plain", { "accept-encoding": coding });
    expect(plain.headers).not.toHaveProperty("content-encoding");
  }
});

test("nothing is kept or answered from it while every page says something else, or nobody knows", async () => {
  isSpecial = async () => true;
  await ask("/paused");
  isSpecial = () => Promise.reject(new Error("no database"));
  await ask("/paused");
  expect(rendered).toEqual(["/paused", "/paused"]);
  // It begins while the page is rendered.
  const said = [false, true];
  isSpecial = async () => said.shift() ?? false;
  await ask("/paused");
  expect(rendered).toHaveLength(5);
});

/** Everything that a page is made of. */
const sources = ["app", "components", "lib", "server"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({
      path: `${folder}/${name}`,
      text: readFileSync(`${folder}/${name}`, "utf8"),
    })),
);

test("no page of ours reads anything of a request but its nonce, and those behind the sign-in no query", () => {
  const readers = sources.filter(({ text }) => text.includes("next/headers"));
  expect(readers.length).toBeGreaterThan(0);
  for (const { path, text } of readers) {
    const left = text
      .replace('import { headers } from "next/headers";', "")
      .replace('(await headers()).get("x-nonce")', "");
    expect(left, path).not.toMatch(/next\/headers|headers\(|cookies\(|draftMode\(/);
  }
  const signedIn = sources.filter(({ path }) => /^app\/(?:\(protected\)\/|layout)/.test(path));
  expect(signedIn.length).toBeGreaterThan(10);
  for (const { path, text } of signedIn) expect(text, path).not.toContain("searchParams");
});
