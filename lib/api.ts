import { ApiError, NetworkError } from "@/lib/api-errors";
import { COMPANY_HEADER } from "@/lib/constants/company-header";
import type { BodyOf, Endpoint, QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { EndpointAt, PublicKey, SessionKey } from "@/lib/contracts/registry";
import { delay } from "@/lib/delay";
import { takeEarly } from "@/lib/early-calls";
import { takePart } from "@/lib/first-screen";
import { parseJson } from "@/lib/json";
import { readProblem } from "@/lib/problem";
import { clearSession, isSignedIn, readToken } from "@/lib/session-store";
import { signInAddress } from "@/lib/sign-in-address";
import { noteAccepted, noteRefused, pinCompany, tabCompany } from "@/lib/tab-company";

const DEFAULT_TIMEOUT_MS = 30_000;
/** A refusal for longer than this is for the user to read: too many attempts, or too much for today. */
const MAX_PAUSE_SECONDS = 5;
/** For this long, a call is sent anew when the server was busy: as long as one step of matching may take. */
const PATIENCE_MS = 120_000;
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
 * Calls an endpoint of our API with the stored token. The response is typed by the contract and not
 * parsed, because the server has parsed it. A 401 ends the session and redirects to the sign-in page. A 429 with a
 * short Retry-After changed nothing: the call is sent anew after it, for two minutes.
 * @throws ApiError when the server refuses or does not return JSON.
 * @throws NetworkError without a response in time. An abort by `signal` is rethrown as is.
 */
export async function call<K extends SessionKey>(
  endpoint: K,
  ...[options]: Args<EndpointAt<K>>
): Promise<AnswerOf<K>> {
  const ask = async <A extends SessionKey>(asked: A, given?: object): Promise<AnswerOf<A>> =>
    readJson(await sendSigned(asked, "application/json", readText, given));
  const { query } = (options ?? {}) as Options;
  const [method, address] = partsOf(endpoint, query);
  const part = takePart(method, address, (page) =>
    ask("GET /user/first-screen/", { query: { page } }),
  );
  return (part && ((await part) as AnswerOf<K> | null)) ?? ask(endpoint, options);
}

/** As {@link call}, for an endpoint without a session: its 401 does not redirect. */
export async function callPublic<K extends PublicKey>(
  endpoint: K,
  ...[options]: Args<EndpointAt<K>>
): Promise<AnswerOf<K>> {
  return readJson(await send(endpoint, "application/json", readText, readToken(), options));
}

/** As {@link call}, for an endpoint that returns a file; a plain link would not send the token. */
export async function callForFile<K extends SessionKey>(
  endpoint: K,
  ...[options]: Args<EndpointAt<K>>
): Promise<Blob> {
  return (await sendSigned(endpoint, "*/*", (answer) => answer.blob(), options)).body;
}

/**
 * As {@link call}, for a streaming endpoint: returns its bytes as they arrive. `timeoutMs` covers the
 * whole stream.
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

/** Applies the contract's type; the content is not checked. */
function readJson<T>({ response, body }: Answer<string>): T {
  const answer = parseJson(body);
  if (answer === undefined) throw unreadable(response);
  return answer as T;
}

/** @throws ApiError for a status other than 2xx; NetworkError. */
async function sendSigned<T>(
  endpoint: SessionKey,
  accept: string,
  read: (response: Response) => Promise<T>,
  options?: object,
): Promise<Answer<T>> {
  const token = readToken();
  const company = tabCompany();
  try {
    const answer = await sendUntilFree(endpoint, accept, read, token, options, company);
    const about = answer.response.headers.get(COMPANY_HEADER);
    if (about !== null && about === company) noteAccepted(about);
    if (company !== null || about === null) return answer;
    // The first answer of a tab says which company it shows; a later one may be about another.
    const shown = tabCompany();
    if (shown === null) pinCompany(about);
    else if (shown !== about && endpoint.startsWith("GET ")) {
      return await sendUntilFree(endpoint, accept, read, token, options, shown);
    }
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) endSession(token);
    if (error instanceof ApiError && error.code === "not_a_member") noteRefused(company);
    throw error;
  }
}

/** Repeats a call that was refused because the company's other work went on. */
async function sendUntilFree<T>(
  endpoint: SessionKey,
  accept: string,
  read: (response: Response) => Promise<T>,
  token: string | null,
  options: Options = {},
  company: string | null,
): Promise<Answer<T>> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await send(endpoint, accept, read, token, options, company);
    } catch (error) {
      const pause = pauseAfter(error);
      if (pause === null || performance.now() + pause > deadline) throw error;
      await delay(pause, options.signal);
    }
  }
}

/** Milliseconds until the call may succeed; null when that isn't soon, or it failed for another reason. */
function pauseAfter(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 429) return null;
  const { retryAfterSeconds: seconds } = error.more;
  return seconds === undefined || seconds > MAX_PAUSE_SECONDS ? null : seconds * 1000;
}

/** @throws ApiError for a status other than 2xx; NetworkError. */
async function send<T>(
  endpoint: SessionKey | PublicKey,
  accept: string,
  read: (response: Response) => Promise<T>,
  token: string | null,
  options: object = {},
  company: string | null = null,
): Promise<Answer<T>> {
  const { body, query, signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options as Options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const headers: Record<string, string> = { Accept: accept };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token !== null) headers.Authorization = token;
  if (company !== null) headers[COMPANY_HEADER] = company;

  const [method, address] = partsOf(endpoint, query);
  const init: RequestInit = {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
    credentials: "same-origin",
    cache: "no-store",
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  return answered(async () => {
    const response = await (takeEarly(method, address, token, company) ?? fetch(address, init));
    if (response.ok) return { response, body: await read(response) };
    throw refusal(response, await response.text());
  });
}

/** Method and address. */
function partsOf(endpoint: SessionKey | PublicKey, query: object = {}): [string, string] {
  const [method = "", path = ""] = endpoint.split(" ");
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  return [method, `/api${path}${search.size > 0 ? `?${search}` : ""}`];
}

/** Also covers reading the body, during which the connection can break or time out. */
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

// Only ends the refused session: after a logout or a new sign-in another one is stored.
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
