import { ApiError, NetworkError } from "@/lib/api-errors";
import type { BodyOf, Endpoint, QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { EndpointAt, PublicKey, SessionKey } from "@/lib/contracts/registry";
import { parseJson } from "@/lib/json";
import { readProblem } from "@/lib/problem";
import { clearSession, isSignedIn, readToken } from "@/lib/session-store";
import { signInAddress } from "@/lib/sign-in-address";

const DEFAULT_TIMEOUT_MS = 30_000;
const REQUEST_ID_HEADER = "x-request-id";

type Part<Name extends string, Value> = undefined extends Value
  ? { [K in Name]?: never }
  : object extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value };

type CallOptions<E extends Endpoint> = Part<"body", BodyOf<E>> &
  Part<"query", QueryOf<E>> & { timeoutMs?: number; signal?: AbortSignal };

type Args<E extends Endpoint> =
  object extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

type AnswerOf<K extends SessionKey | PublicKey> = ResponseOf<EndpointAt<K>>;

/**
 * Calls an endpoint of our API with the stored token. The types are the contract's; the answer is not
 * parsed again, for the server has parsed it.
 * A 401 ends the session here and goes to the sign-in page.
 * @throws ApiError when the server refuses or answers no JSON.
 * @throws NetworkError when there is no answer in time. An abort by `signal` is passed on as it is.
 */
export async function call<K extends SessionKey>(
  endpoint: K,
  ...[options]: Args<EndpointAt<K>>
): Promise<AnswerOf<K>> {
  return readJson(await sendSigned(endpoint, "application/json", readText, options));
}

/** As {@link call}, for an endpoint that needs no session: its 401 is an answer like any other. */
export async function callPublic<K extends PublicKey>(
  endpoint: K,
  ...[options]: Args<EndpointAt<K>>
): Promise<AnswerOf<K>> {
  return readJson(await send(endpoint, "application/json", readText, readToken(), options));
}

/**
 * As {@link call}, for an endpoint that answers a file: by its address alone a page can neither show nor
 * save it, for that carries no token.
 */
export async function callForFile<K extends SessionKey>(
  endpoint: K,
  ...[options]: Args<EndpointAt<K>>
): Promise<Blob> {
  return (await sendSigned(endpoint, "*/*", (answer) => answer.blob(), options)).body;
}

/**
 * As {@link call}, for an endpoint that goes on and on: its bytes as they come. `timeoutMs` is for all of
 * it, however long that may be.
 */
export async function callForStream<K extends SessionKey>(
  endpoint: K,
  ...[options]: Args<EndpointAt<K>>
): Promise<ReadableStream<Uint8Array> | null> {
  const read = (answer: Response) => Promise.resolve(answer.body);
  return (await sendSigned(endpoint, "text/event-stream", read, options)).body;
}

interface Options {
  body?: unknown;
  query?: object;
  signal?: AbortSignal;
  timeoutMs?: number;
}

interface Answer<T> {
  response: Response;
  body: T;
}

const readText = (response: Response) => response.text();

/** The answer as its contract has it: a type only, whatever the server sent. */
function readJson<T>({ response, body }: Answer<string>): T {
  const answer = parseJson(body);
  if (answer === undefined) throw unreadable(response);
  return answer as T;
}

/** @throws ApiError for every answer but 2xx; NetworkError. */
async function sendSigned<T>(
  endpoint: SessionKey,
  accept: string,
  read: (response: Response) => Promise<T>,
  options?: object,
): Promise<Answer<T>> {
  const token = readToken();
  try {
    return await send(endpoint, accept, read, token, options);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) endSession(token);
    throw error;
  }
}

/** @throws ApiError for every answer but 2xx; NetworkError. */
async function send<T>(
  endpoint: SessionKey | PublicKey,
  accept: string,
  read: (response: Response) => Promise<T>,
  token: string | null,
  options: object = {},
): Promise<Answer<T>> {
  const { body, query, signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options as Options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const headers: Record<string, string> = { Accept: accept };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token !== null) headers.Authorization = token;

  const [method = "", path = ""] = endpoint.split(" ");
  const init: RequestInit = {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    credentials: "same-origin",
    cache: "no-store",
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  return answered(async () => {
    const response = await fetch(addressOf(path, query), init);
    if (response.ok) return { response, body: await read(response) };
    throw refusal(response, await response.text());
  });
}

function addressOf(path: string, query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  return `/api${path}${search.size > 0 ? `?${search}` : ""}`;
}

/** The whole answer: a connection can also break, or time run out, in the middle of the body. */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (error instanceof ApiError || name === "AbortError") throw error;
    const message =
      name === "TimeoutError"
        ? "The server took too long to answer."
        : "No connection to the server.";
    throw new NetworkError(message, { cause: error });
  }
}

// Only the session that was refused: after a logout, or a sign-in since, there is nothing to end.
function endSession(refused: string | null): void {
  if (readToken() !== refused || !isSignedIn()) return;
  const { pathname, search } = window.location;
  clearSession();
  window.location.assign(signInAddress(pathname + search));
}

function refusal(response: Response, text: string): ApiError {
  const problem = readProblem(parseJson(text));
  if (!problem) return unreadable(response);
  const { message, code, fields, challenge, request_id } = problem;
  const seconds = Number(response.headers.get("retry-after"));
  return new ApiError(response.status, message, code, request_id, fields, {
    ...(challenge !== undefined && { challenge }),
    ...(seconds > 0 && { retryAfterSeconds: seconds }),
  });
}

function unreadable(response: Response): ApiError {
  return new ApiError(
    response.status,
    "Something went wrong on the server. Please try again.",
    "unexpected_answer",
    response.headers.get(REQUEST_ID_HEADER) ?? "",
  );
}
