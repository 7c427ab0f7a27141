import { ApiError, NetworkError } from "@/lib/api-errors";
import { problem } from "@/lib/contracts/common";
import type { BodyOf, Endpoint, QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
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

/**
 * Calls an endpoint of our API with the stored token, and parses the answer by its contract.
 * A 401 on an endpoint that needs a session ends the session here and goes to the sign-in page.
 * @throws ApiError when the server refuses or answers something else than the contract says.
 * @throws NetworkError when there is no answer in time. An abort by `signal` is passed on as it is.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[options]: Args<E>
): Promise<ResponseOf<E>> {
  const read = (answer: Response) => answer.text();
  const { response, body } = await send(endpoint, "application/json", read, options);
  const parsed = endpoint.response.safeParse(parseJson(body));
  if (!parsed.success) throw unreadable(response);
  return parsed.data as ResponseOf<E>;
}

/**
 * As {@link call}, for an endpoint that answers a file: by its address alone a page can neither show nor
 * save it, for that carries no token.
 */
export async function callForFile<E extends Endpoint>(
  endpoint: E,
  ...[options]: Args<E>
): Promise<Blob> {
  return (await send(endpoint, "*/*", (answer) => answer.blob(), options)).body;
}

/**
 * As {@link call}, for an endpoint that goes on and on: its bytes as they come. `timeoutMs` is for all of
 * it, however long that may be.
 */
export async function callForStream<E extends Endpoint>(
  endpoint: E,
  ...[options]: Args<E>
): Promise<ReadableStream<Uint8Array> | null> {
  const read = (answer: Response) => Promise.resolve(answer.body);
  return (await send(endpoint, "text/event-stream", read, options)).body;
}

interface Sent {
  body?: unknown;
  query?: object;
  signal?: AbortSignal;
  timeoutMs?: number;
}

/** @throws ApiError for every answer but 2xx; NetworkError. */
async function send<T>(
  endpoint: Endpoint,
  accept: string,
  read: (response: Response) => Promise<T>,
  options: object = {},
): Promise<{ response: Response; body: T }> {
  const { body, query, signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options as Sent;
  const token = readToken();
  const timeout = AbortSignal.timeout(timeoutMs);
  const headers: Record<string, string> = { Accept: accept };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token !== null) headers.Authorization = token;

  const init: RequestInit = {
    method: endpoint.method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    credentials: "same-origin",
    cache: "no-store",
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  return answered(async () => {
    const response = await fetch(addressOf(endpoint, query), init);
    if (response.ok) return { response, body: await read(response) };
    const problem = await response.text();
    if (response.status === 401 && endpoint.access === "session") endSession(token);
    throw refusal(response, problem);
  });
}

function addressOf(endpoint: Endpoint, query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  return `/api${endpoint.path}${search.size > 0 ? `?${search}` : ""}`;
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
  const parsed = problem.safeParse(parseJson(text));
  if (!parsed.success) return unreadable(response);
  const { message, code, fields, challenge, request_id } = parsed.data;
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, such as a proxy's error page: no contract accepts undefined.
    return undefined;
  }
}
