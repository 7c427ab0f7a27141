import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import { BASE_URL } from "./addresses";
import { expect, test } from "./fixtures";

const PAGES = Object.entries<string>(
  JSON.parse(readFileSync(".next/app-path-routes-manifest.json", "utf8")),
).flatMap(([source, route]) =>
  source.endsWith("/page") && !route.startsWith("/_")
    ? [{ path: route.replace(/\[\w+\]/, "7"), source }]
    : [],
);

const KEPT = PAGES.filter(({ source }) => source.startsWith("/(protected)/"));

/** As a browser asks that has been here before. */
const BROWSER = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-language": "de,en;q=0.5",
  cookie: "next-auth.session-token=somebody; theme=dark",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0.0.0",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "upgrade-insecure-requests": "1",
};

interface Options {
  method?: string;
  headers?: Record<string, string>;
}

type Answer = Awaited<ReturnType<typeof ask>>;

async function ask(path: string, { method = "GET", headers = {} }: Options) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const all = { ...BROWSER, ...headers };
    const sent = request(new URL(path, BASE_URL), { method, headers: all, agent: false }, resolve);
    sent.once("error", reject).end();
  });
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const isGzip = answer.headers["content-encoding"] === "gzip" && method !== "HEAD";
  const { rawHeaders: raw, statusCode: status } = answer;
  const policy = String(answer.headers["content-security-policy"]);
  return {
    status,
    nonce: /'nonce-([^']+)'/.exec(policy)?.[1] ?? "no nonce",
    headers: raw.filter((_, at) => raw[at - (at % 2)] !== "Date"),
    text: String(isGzip ? gunzipSync(body) : body),
    // The sign of the fastest level, at which Next doesn't compress.
    isKept: isGzip && body[8] === 4,
  };
}

/** An answer with its nonce replaced. */
function blank({ status, nonce, headers, text }: Answer) {
  return {
    status,
    headers: headers.map((each) => each.replaceAll(nonce, "NONCE")),
    text: text.replaceAll(nonce, "NONCE"),
  };
}

/** Expects what Next renders for the same request. React now and then sends it in another order, so it has a few tries. */
async function expectAsRendered(asked: Answer, path: string, options: Options): Promise<Answer> {
  const headers = { ...options.headers, "cache-control": "no-cache" };
  let anew = await ask(path, { ...options, headers });
  for (let time = 0; time < 3 && !isDeepStrictEqual(blank(asked), blank(anew)); time += 1) {
    anew = await ask(path, { ...options, headers });
  }
  expect(anew.isKept).toBe(false);
  expect(blank(asked), path).toEqual(blank(anew));
  return anew;
}

const GZIP = { headers: { "accept-encoding": "gzip, deflate, br, zstd" } };
const PLAIN = { headers: { "accept-encoding": "identity" } };

test("every signed-in page is the same kept or rendered: status, headers in their order, and text but for the nonce", async () => {
  expect(KEPT.length).toBeGreaterThan(10);
  const nonces: string[] = [];
  for (const { path } of KEPT) {
    for (const options of [GZIP, PLAIN, { ...GZIP, method: "HEAD" }]) {
      const asked = await ask(path, options);
      expect(asked.isKept, path).toBe(options === GZIP);
      const anew = await expectAsRendered(asked, path, options);
      nonces.push(asked.nonce, anew.nonce);
    }
  }
  expect(new Set(nonces).size).toBe(nonces.length);
});

test("no other page is kept", async () => {
  const others = PAGES.filter((each) => !KEPT.includes(each));
  const answers = await Promise.all(others.map(({ path }) => ask(path, GZIP)));
  expect(answers.map(({ isKept }) => isKept)).toEqual(others.map(() => false));
});

test("every script and style of a kept page carries the nonce of its own policy", async () => {
  for (const { path } of KEPT) {
    const { nonce, text, isKept } = await ask(path, GZIP);
    expect(isKept, path).toBe(true);
    const carried = [...text.matchAll(/nonce(?:=|\\":\\)"([\w-]+)/g)].map(([, each]) => each);
    expect(carried.length, path).toBeGreaterThan(30);
    expect(new Set(carried), path).toEqual(new Set([nonce]));
    for (const [tag] of text.matchAll(/<script\b[^>]*>/g))
      expect(tag).toContain(`nonce="${nonce}"`);
  }
});

test("a deposit's page names the deposit in its address, whichever was asked for before", async () => {
  for (const id of ["7", "123456", "999999999"]) {
    const asked = await ask(`/transaction/${id}`, GZIP);
    expect(asked.isKept).toBe(true);
    await expectAsRendered(asked, `/transaction/${id}`, GZIP);
    expect(asked.text.split(id).length).toBeGreaterThan(3);
  }
});

test("what isn't the page itself is Next's: data of it, a query, another spelling", async () => {
  for (const path of ["/dashboard?from=mail", "/dashboard/", "/transaction/0", "/transaction/x"]) {
    expect((await ask(path, GZIP)).isKept, path).toBe(false);
  }
  const data = await ask("/dashboard?_rsc=1", { headers: { rsc: "1" } });
  expect(data.headers.join()).not.toContain("text/html");
});
