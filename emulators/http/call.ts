import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** One request, read completely. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

const BODY_LIMIT = 10_000_000;

export async function readCall(request: IncomingMessage): Promise<Call> {
  const url = new URL(request.url ?? "/", "http://emulator");
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > BODY_LIMIT) throw new Error("request body is too large");
    chunks.push(bytes);
  }
  return {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}

/** Fields of a form body or of a JSON body of strings: OAuth clients send both. */
export function readFields(call: Call): Map<string, string> {
  if (call.headers["content-type"]?.includes("json")) {
    const parsed = parseJson(call.body);
    if (typeof parsed !== "object" || parsed === null) return new Map();
    return new Map(Object.entries(parsed).map(([name, value]) => [name, String(value)]));
  }
  return new Map(new URLSearchParams(call.body));
}

/** The parsed body, or undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Name and password of a Basic header; undefined when it is absent or malformed. */
export function basicCredentials(call: Call): { user: string; password: string } | undefined {
  const encoded = /^Basic (.+)$/i.exec(call.headers.authorization ?? "")?.[1];
  if (!encoded) return undefined;
  const [user = "", ...rest] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return { user, password: rest.join(":") };
}

export function bearerToken(call: Call): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(call.headers.authorization ?? "")?.[1];
}
