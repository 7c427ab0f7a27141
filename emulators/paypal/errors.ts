import { randomBytes } from "node:crypto";
import type { Call } from "../http/call";
import { html, json, type Reply } from "../http/reply";

interface Detail {
  field: string;
  value: string;
  issue: string;
}

const INVALID_REQUEST = "Request is not well-formed, syntactically incorrect, or violates schema.";

/** A refusal under `/v1/reporting`, in PayPal's shape. */
export class PayPalRefusal extends Error {
  override readonly name = "PayPalRefusal";
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: readonly Detail[] = [],
    readonly more: object = {},
  ) {
    super(message);
  }
}

/** A query parameter that is missing, malformed or out of range. */
export function invalid(field: string, value: string | null, issue: string): PayPalRefusal {
  const detail = { field, value: value ?? "", location: "query", issue };
  return new PayPalRefusal(400, "INVALID_REQUEST", INVALID_REQUEST, [detail]);
}

export function refusalReply({ status, code, message, details, more }: PayPalRefusal): Reply {
  const debug_id = randomBytes(7).toString("hex").slice(0, 13);
  const information = {
    href: `https://developer.paypal.com/docs/api/transaction-search/v1/#error-${code}`,
    rel: "information_link",
  };
  return json(status, { name: code, message, debug_id, details, links: [information], ...more });
}

/** The shape of the token service, which also words a bad token elsewhere. */
export function oauthError(status: number, error: string, description: string): Reply {
  return json(status, { error, error_description: description });
}

export function badToken(): Reply {
  return oauthError(401, "invalid_token", "Token signature verification failed");
}

const WORDS: Record<number, [code: string, message: string]> = {
  400: ["INVALID_REQUEST", INVALID_REQUEST],
  403: ["NOT_AUTHORIZED", "Authorization failed due to insufficient permissions."],
  404: ["RESOURCE_NOT_FOUND", "The specified resource does not exist."],
  429: ["RATE_LIMIT_REACHED", "Too many requests. Blocked due to rate limiting."],
  500: ["INTERNAL_SERVER_ERROR", "An internal server error occurred."],
  503: ["SERVICE_UNAVAILABLE", "Service Unavailable."],
};

/** A refusal in the words of its status; `code` overrides the name. */
export function refusalFor(status: number, code?: string): PayPalRefusal {
  const [usual, message] = WORDS[status] ?? ["UNPROCESSABLE_ENTITY", "Injected by the emulator"];
  return new PayPalRefusal(status, code ?? usual, message);
}

/** An injected error: OAuth's shape for tokens, a page from the gateway, PayPal's shape otherwise. */
export function payPalErrorShape(call: Call, status: number, code: string | undefined): Reply {
  if (status === 502 || status === 504) return html(status, `<h1>${status} Bad Gateway</h1>`);
  if (call.path.endsWith("/oauth2/token") && status < 429) {
    const usual = status === 400 ? "invalid_request" : "invalid_client";
    return oauthError(status, code ?? usual, "Injected by the emulator");
  }
  if (status === 401) return badToken();
  return refusalReply(refusalFor(status, code));
}
