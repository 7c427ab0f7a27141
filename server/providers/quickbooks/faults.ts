import { z } from "zod";
import { ProviderError, type ProviderFailure } from "@/server/providers/errors";
import { retryAfterSeconds } from "@/server/providers/retry";

interface Fault {
  code: string;
  type: string;
  text: string;
  /** The more telling of its two texts. */
  words: string;
}

const optionalText = z.string().nullish().catch(undefined);
const code = z.coerce.string();

/** The shape of the accounting service: HTTP 400, or even 200. */
const serviceFault = z.object({
  Fault: z.object({
    Error: z.array(z.object({ code, Message: optionalText, Detail: optionalText })).min(1),
    type: optionalText,
  }),
});

/** The shape of its gateway (401, 403): the same in lower case. */
const gatewayFault = z.object({
  fault: z.object({
    error: z.array(z.object({ code, message: optionalText, detail: optionalText })).min(1),
    type: optionalText,
  }),
});

/** Reads any of the three shapes: service JSON, gateway JSON, or XML despite a request for JSON. */
export function readFault(body: unknown): Fault | undefined {
  const service = serviceFault.safeParse(body).data?.Fault;
  const [first] = service?.Error ?? [];
  if (first) return fault(first.code, service?.type, first.Message, first.Detail);
  const gateway = gatewayFault.safeParse(body).data?.fault;
  const [outer] = gateway?.error ?? [];
  if (outer) return fault(outer.code, gateway?.type, outer.message, outer.detail);
  return typeof body === "string" ? readXmlFault(body) : undefined;
}

// Four values in a fixed shape do not justify an XML parser.
function readXmlFault(body: string): Fault | undefined {
  const found = (pattern: RegExp) => pattern.exec(body)?.[1];
  const xmlCode = found(/<Error\b[^>]*\bcode="(\d+)"/);
  if (xmlCode === undefined) return undefined;
  return fault(
    xmlCode,
    found(/<Fault\b[^>]*\btype="(\w+)"/),
    found(/<Message>([^<]*)/),
    found(/<Detail>([^<]*)/),
  );
}

/** Also sent as 5010, the code of a stale object (python-quickbooks #208): the one code that a text decides. */
const PERIOD_CLOSED = "6210";

function fault(
  code: string,
  type: string | null | undefined,
  ...texts: (string | null | undefined)[]
): Fault {
  const said = texts.filter(Boolean);
  const text = said.join(": ");
  return {
    code: /account period (has )?closed/i.test(text) ? PERIOD_CLOSED : code,
    type: type?.toUpperCase() ?? "",
    text,
    words: said.at(-1) ?? "",
  };
}

const BY_CODE = new Map<string, ProviderFailure>([
  ["100", "unauthorized"],
  ["120", "forbidden"],
  ["610", "not_found"],
  ["3001", "rate_limited"],
  ["3100", "forbidden"],
  ["3200", "unauthorized"],
  ["5010", "stale"],
]);

const BY_STATUS = new Map<number | undefined, ProviderFailure>([
  [401, "unauthorized"],
  [403, "forbidden"],
  [408, "unavailable"],
  [429, "rate_limited"],
]);

const BY_TYPE = new Map<string, ProviderFailure>([
  ["AUTHENTICATION", "unauthorized"],
  ["AUTHENTICATIONFAULT", "unauthorized"],
  ["AUTHORIZATIONFAULT", "forbidden"],
  ["SYSTEMFAULT", "unavailable"],
]);

function failureOf(status: number | undefined, found: Fault | undefined): ProviderFailure {
  if (status !== undefined && status >= 500) return "unavailable";
  const known =
    BY_CODE.get(found?.code ?? "") ?? BY_STATUS.get(status) ?? BY_TYPE.get(found?.type ?? "");
  // A fault, or any other 4xx, is a definite refusal. Otherwise, as with a truncated 200, the outcome is
  // unknown.
  const definite = found !== undefined || (status !== undefined && status >= 400);
  return known ?? (definite ? "rejected" : "unavailable");
}

const header = z.string().optional().catch(undefined);

/** The response headers that we use, from whichever object the HTTP client provides. */
export const answerHeaders = z.object({ "retry-after": header, intuit_tid: header }).catch({});

const httpError = z.object({
  response: z.object({ status: z.number(), data: z.unknown(), headers: answerHeaders }),
});

/**
 * Classifies an error of the SDK: an HTTP error with its response, the Fault of an HTTP 200, or a broken
 * connection. It is not kept as `cause`, because it holds the request with the access token.
 */
export function toProviderError(what: string, error: unknown, secrets: string[]): ProviderError {
  const response = httpError.safeParse(error).data?.response;
  const found = readFault(response ? response.data : error);
  const failure = failureOf(response?.status, found);
  const reason = found?.text ?? (error instanceof Error ? error.message : "");
  const words = [response?.status, found?.code, hide(reason, secrets)].filter(Boolean);
  return new ProviderError(
    "quickbooks",
    failure,
    `${what}: ${words.join(" ") || "unknown error"}`,
    {
      status: response?.status,
      code: found?.code,
      words: found && hide(found.words, secrets),
      requestId: response?.headers.intuit_tid,
      retryAfterSeconds: retryAfterSeconds(response?.headers["retry-after"]),
    },
  );
}

function hide(text: string, secrets: string[]): string {
  return secrets
    .reduce((hidden, secret) => hidden.replaceAll(secret, "[secret]"), text)
    .slice(0, 300);
}
