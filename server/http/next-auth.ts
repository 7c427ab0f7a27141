import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { nextAuthOptions } from "@/server/accounts/next-auth-options";
import { Cookies } from "@/server/http/cookies";
import { unknownPathAnswer } from "@/server/http/methods";
import { observed } from "@/server/http/observed";
import { readForm } from "@/server/http/parse";
import { problemResponse, RequestError } from "@/server/http/problem";
import type { RequestContext } from "@/server/platform/context";
import { REQUEST_ID_HEADER } from "./problem";

const BASE = "/api/auth/";
/** next-auth also accepts log lines from browsers; omitted, so that strangers cannot write to our logs. */
const ACTIONS = new Set(["providers", "session", "csrf", "signin", "signout", "callback", "error"]);
/** To next-auth, reading it is a mistake of ours: it answers 500. */
const PASSWORD_SIGN_IN = "callback/credentials";

/**
 * Passes a request to next-auth through its interface for plain requests and responses: the one for route
 * handlers needs Next's request context, which tests don't have.
 */
export function handleNextAuth(request: Request): Promise<Response> {
  const { method } = request;
  const pattern = { method, path: "/auth/[...nextauth]/" };
  return observed(request, pattern, (ctx) => answerByNextAuth(request, ctx));
}

async function answerByNextAuth(request: Request, ctx: RequestContext): Promise<Response> {
  const url = new URL(request.url);
  const path = url.pathname.slice(BASE.length).split("/").filter(Boolean);
  if (!ACTIONS.has(path[0] ?? "")) return unknownPathAnswer(request);
  try {
    if (path.join("/") === PASSWORD_SIGN_IN && request.method !== "POST") {
      throw new RequestError(405, "method_not_allowed", "Send a form with POST", {
        headers: { Allow: "POST" },
      });
    }
    const cookies = usable(readCookies(request));
    const jar = new Cookies(request);
    const body = request.method === "POST" ? await readForm(request) : {};
    const answer = new Answer({ [REQUEST_ID_HEADER]: ctx.requestId, "Cache-Control": "no-store" });
    const plain = {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      query: { ...usable(Object.fromEntries(url.searchParams)), nextauth: path },
      cookies,
      body,
    };
    await NextAuth(
      plain as unknown as NextApiRequest,
      answer as unknown as NextApiResponse,
      nextAuthOptions({ ...ctx, cookies: jar }, cookies),
    );
    return answer.toResponse(jar.toHeaders());
  } catch (error) {
    return problemResponse(error, ctx.requestId);
  }
}

/** The part of Next's response object that next-auth uses, collected until it is complete. */
class Answer {
  readonly #headers = new Map<string, string | string[]>();
  #status = 200;
  #body: unknown;

  constructor(headers: Record<string, string>) {
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
  }

  status(code: number): this {
    this.#status = code;
    return this;
  }

  getHeader(name: string): string | string[] | undefined {
    return this.#headers.get(name.toLowerCase());
  }

  setHeader(name: string, value: string | string[]): this {
    this.#headers.set(name.toLowerCase(), value);
    return this;
  }

  json(body: unknown): void {
    this.send(body);
  }

  send(body: unknown): void {
    this.#body = body;
  }

  end(): void {
    // No caller awaits it.
  }

  /** @param more headers beside next-auth's. */
  toResponse(more: [name: string, value: string][]): Response {
    const own = [...this.#headers].flatMap(([name, value]): [string, string][] =>
      [value].flat().map((each) => [name, each]),
    );
    const headers = [...own, ...more];
    if (this.#body === undefined) return new Response(null, { status: this.#status, headers });
    if (typeof this.#body === "string") {
      return new Response(this.#body, { status: this.#status, headers });
    }
    return Response.json(this.#body, { status: this.#status, headers });
  }
}

/** Leaves out the addresses and error codes that make next-auth fail. */
function usable(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      if (/callback-?url$/i.test(name)) return isAddress(value);
      return name !== "error" || /^[\w .-]{1,100}$/.test(value);
    }),
  );
}

function isAddress(value: string): boolean {
  const base = value.startsWith("/") ? "http://here.invalid" : undefined;
  return URL.canParse(value, base) && /^https?:$/.test(new URL(value, base).protocol);
}

/** The cookies by name; next-auth escapes their values. */
function readCookies(request: Request): Record<string, string> {
  const pairs = request.headers.get("cookie")?.split(";") ?? [];
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return [name.trim(), unescaped(value.join("=").trim())];
    }),
  );
}

function unescaped(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
