import { randomInt } from "node:crypto";
import {
  request as askOf,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  Server,
  type ServerResponse,
} from "node:http";
import { gzipSync } from "node:zlib";
import { newNonce } from "@/server/http/security-headers";
import { log } from "@/server/platform/logger";
import { type PageTemplate, type Sample, templateOf } from "./page-template";

/** What was found once holds no longer, although nothing changes it but a new build. */
const KEPT_MS = 60_000;
const RENDERED_WITHIN_MS = 10_000;

/** Ids of which Next makes the same as of any other: no leading zero, no overflow. */
const ID = /^[1-9]\d{0,8}$/;

interface Kept {
  at: number;
  template: Promise<PageTemplate | null>;
}

interface Options {
  /** The routes of pages that are the same for everybody, as Next writes them: /transaction/[id]. */
  routes: readonly string[];
  /** Whether every page says at the moment what isn't kept. */
  isSpecial: () => Promise<boolean>;
}

/**
 * Answers those pages from a kept text, with a fresh nonce, instead of having Next render them each time: their data comes
 * from the API. The text is rendered for no caller: for two made up ones, and used only if both got the same
 * (docs/decisions/0083). Whatever else is asked for goes to Next, and so does a page where `Cache-Control: no-cache` asks
 * for it.
 */
export function keepPages({ routes, isSpecial }: Options): void {
  const paths = new Set(routes.map(withoutId));
  const kept = new WeakMap<Server, Map<string, Kept>>();
  const templateFor = (server: Server, path: string) => {
    const pages = kept.get(server) ?? new Map<string, Kept>();
    kept.set(server, pages);
    const now = performance.now();
    const known = pages.get(path);
    if (known && now - known.at < KEPT_MS) return known.template;
    const template = render(server, path).catch((error) => {
      log().warn({ error, path }, "page not kept");
      return null;
    });
    pages.set(path, { at: now, template });
    return template;
  };
  const answer = async (server: Server, asked: Asked, response: ServerResponse) => {
    if (await isSpecial()) return false;
    const template = await templateFor(server, asked.path);
    // It may have begun while the page was rendered.
    if (!template || (await isSpecial())) return false;
    if (!response.destroyed) send(response, template.fill(newNonce(), asked.id), asked);
    return true;
  };
  const emit = Server.prototype.emit;
  Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]) {
    const goOn = () => Reflect.apply(emit, this, [event, ...args]);
    if (event !== "request") return goOn();
    const [request, response] = args as [IncomingMessage, ServerResponse];
    const asked = readPage(request, paths);
    if (!asked) return goOn();
    answer(this, asked, response).then(
      (isAnswered) => isAnswered || goOn(),
      // As the database: Next's page copes without it.
      () => goOn(),
    );
    return true;
  };
}

/** "/transaction/[id]" is kept as "/transaction/"; a route with more to choose never fits. */
const withoutId = (route: string) => route.replace(/\[\w+\]$/, "");

interface Asked {
  /** Of a kept page, without its id. */
  path: string;
  id: string;
  isHead: boolean;
  gzip: boolean;
}

/** Headers of requests for something other than a page: data of one, parts of it, or the API. */
const OTHERWISE =
  /^(?:rsc|expect|transfer-encoding|(?:content|next|x-(?:nextjs|middleware|now|invoke|matched))-.*)$/;

/** What is asked for when it is a kept page, whole and as it is; else null. */
function readPage(
  { method, url = "", headers }: IncomingMessage,
  paths: ReadonlySet<string>,
): Asked | null {
  if (method !== "GET" && method !== "HEAD") return null;
  const end = url.lastIndexOf("/") + 1;
  const id = ID.test(url.slice(end)) ? url.slice(end) : "";
  const path = id ? url.slice(0, end) : url;
  if (!paths.has(path) || path.endsWith("/") === (id === "")) return null;
  if (Object.keys(headers).some((name) => OTHERWISE.test(name))) return null;
  if (/no-cache/i.test(headers["cache-control"] ?? "")) return null;
  const gzip = acceptsGzip(headers);
  return gzip === null ? null : { path, id, isHead: method === "HEAD", gzip };
}

/** As Next compresses: null where it is to weigh things up. */
function acceptsGzip({ "accept-encoding": accepted = "" }: IncomingHttpHeaders): boolean | null {
  const codings = String(accepted).toLowerCase().split(/ *, */);
  if (codings.includes("gzip") && codings.every((each) => /^[\w-]+$/.test(each))) return true;
  return codings.every((each) => /^(?:|identity|br|zstd)$/.test(each)) ? false : null;
}

/** In the same order and as many pieces as Next. */
function send(
  response: ServerResponse,
  { headers, text }: ReturnType<PageTemplate["fill"]>,
  { isHead, gzip }: Asked,
): void {
  for (let at = 0; at < headers.length; at += 2) {
    response.setHeader(headers[at] ?? "", headers[at + 1] ?? "");
  }
  if (isHead) {
    response.end();
    return;
  }
  if (gzip) response.setHeader("Content-Encoding", "gzip");
  response.write(gzip ? gzipSync(text, { level: 1 }) : text);
  response.end();
}

/** Callers who have nothing in common. */
const CALLERS = [
  { idDigits: 9, headers: {} },
  {
    idDigits: 6,
    headers: {
      host: "another.example",
      cookie: `a=${newNonce()}`,
      authorization: `Bearer ${newNonce()}`,
      "user-agent": "Mozilla/5.0",
      "accept-language": "ar",
      referer: "https://another.example/",
    },
  },
];
/** Now and then, and mostly in a new process, React sends the same page in another order. */
const RENDERINGS = 4;

/** What two of its callers got, one after the other; null where no two got the same. */
async function render(server: Server, path: string): Promise<PageTemplate | null> {
  let before: Sample | undefined;
  for (let time = 0; time < RENDERINGS; time += 1) {
    const { idDigits, headers } = CALLERS[time % 2] ?? {};
    const sample = await ask(server, path, path.endsWith("/") ? digits(idDigits) : "", headers);
    const template = before && templateOf(before, sample);
    if (template) return template;
    before = sample;
  }
  return null;
}

function digits(count = 1): string {
  return String(randomInt(10 ** (count - 1), 10 ** count));
}

/** What concerns one connection and one moment. */
const OWN = /^(?:date|connection|keep-alive|transfer-encoding|content-length)$/i;

/** Asks this very server, past what is kept. */
function ask(
  server: Server,
  path: string,
  id: string,
  headers: OutgoingHttpHeaders = {},
): Promise<Sample> {
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server has no port");
  const { address, port } = bound;
  const host = { "0.0.0.0": "127.0.0.1", "::": "::1" }[address] ?? address;
  return new Promise((resolve, reject) => {
    const sent = askOf({
      ...{ host, port, path: path + id, agent: false },
      headers: { ...headers, "cache-control": "no-cache" },
      signal: AbortSignal.timeout(RENDERED_WITHIN_MS),
    });
    sent.once("error", reject);
    sent.once("response", async (answer: IncomingMessage) => {
      const { statusCode: status = 0, rawHeaders: raw } = answer;
      let text = "";
      answer.setEncoding("utf8");
      try {
        for await (const piece of answer) text += piece;
        const kept = raw.filter((_, at) => !OWN.test(raw[at - (at % 2)] ?? ""));
        resolve({ status, headers: kept, text, id });
      } catch (error) {
        reject(error);
      }
    });
    sent.end();
  });
}
