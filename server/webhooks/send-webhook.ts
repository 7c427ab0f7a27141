import { type IncomingMessage, type RequestOptions, request as sendPlainly } from "node:http";
import { request as sendEncrypted } from "node:https";
import { isIP } from "node:net";
import { hostOf, lookupAllowed, parseWebhookUrl, RefusedAddressError } from "./addresses";

/** For name, connection and answer together. */
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_CHARACTERS = 500;
/** More of an answer is not read. In UTF-8 a character has up to four bytes. */
const MAX_ANSWER_BYTES = 4 * MAX_ANSWER_CHARACTERS;

/** What came of one attempt. */
export interface Attempt {
  /** Null: there was no answer. */
  status: number | null;
  answer: string;
  /** Why it counts as failed, for the user; empty when it arrived. */
  problem: string;
  durationMs: number;
}

/** Sends one delivery. Redirects are not followed; the result has what failed. */
export async function sendWebhook(
  address: string,
  delivery: { headers: Record<string, string>; body: string },
): Promise<Attempt> {
  const begun = performance.now();
  const result = await attempt(address, delivery).catch((error: unknown) => ({
    ...{ status: null, answer: "" },
    problem: problemOf(error),
  }));
  return { ...result, durationMs: Math.round(performance.now() - begun) };
}

async function attempt(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<Omit<Attempt, "durationMs">> {
  // Once more: the setting may have changed since it was saved, and an address is looked up by no one.
  const url = parseWebhookUrl(address);
  if (typeof url === "string") return { status: null, answer: "", problem: `${url}.` };
  const response = await post(url, body, {
    method: "POST",
    headers: {
      ...{ "Content-Type": "application/json", "User-Agent": "DepositMatcher-Webhooks/1" },
      ...{ "Content-Length": Buffer.byteLength(body), ...headers },
    },
    // Connections are not kept: each is looked up and checked.
    agent: false,
    lookup: lookupAllowed,
    ...(isIP(hostOf(url)) === 0 && { servername: hostOf(url) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const status = response.statusCode ?? 0;
  const answer = await beginningOf(response);
  if (status >= 200 && status < 300) return { status, answer, problem: "" };
  const isRedirect = status >= 300 && status < 400;
  const more = isRedirect ? "Redirects aren't followed." : "Only 2xx counts as received.";
  return { status, answer, problem: `The answer was ${status}. ${more}` };
}

function post(
  url: URL,
  body: string,
  options: RequestOptions & { servername?: string },
): Promise<IncomingMessage> {
  const send = url.protocol === "https:" ? sendEncrypted : sendPlainly;
  return new Promise((resolve, reject) => {
    send(url, options, resolve).on("error", reject).end(body);
  });
}

/** The answer's first characters, without control characters; the rest is not waited for. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_ANSWER_BYTES) break;
    }
  } finally {
    response.destroy();
  }
  const text = Buffer.concat(chunks).toString("utf8", 0, MAX_ANSWER_BYTES);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL stores no NUL, and a screen shows none of them
  const shown = text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
  return [...shown].slice(0, MAX_ANSWER_CHARACTERS).join("");
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOTFOUND: "The URL's host wasn't found.",
  EAI_AGAIN: "The URL's host couldn't be looked up.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was closed before an answer.",
  EPIPE: "The connection was closed before an answer.",
  EHOSTUNREACH: "The host couldn't be reached.",
  ENETUNREACH: "The host couldn't be reached.",
  ETIMEDOUT: "The connection timed out.",
};

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return "It couldn't be sent.";
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === "AbortError" || name === "TimeoutError") {
    return `No complete answer came within ${TIMEOUT_MS / 1000} seconds.`;
  }
  if (error instanceof RefusedAddressError) return `${error.message}.`;
  const known = PROBLEMS[String(code)];
  if (known) return known;
  // OpenSSL's and Node's codes: CERT_HAS_EXPIRED, DEPTH_ZERO_SELF_SIGNED_CERT, ERR_TLS_…
  if (/CERT|TLS|SSL/.test(String(code))) return `The encrypted connection failed (${code}).`;
  return typeof code === "string" ? `It couldn't be sent (${code}).` : "It couldn't be sent.";
}
