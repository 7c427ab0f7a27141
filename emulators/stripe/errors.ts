import { json, type Reply } from "../http/reply";

interface ErrorBody {
  type: "invalid_request_error" | "api_error";
  message: string;
  code?: string;
  param?: string;
}

/** A Stripe error answer; thrown anywhere below the server. */
export class StripeFault extends Error {
  override name = "StripeFault";
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** Stripe's error envelope, with its documentation links. */
export function stripeErrorReply(fault: StripeFault, requestId: string): Reply {
  const { code } = fault.body;
  return json(fault.status, {
    error: {
      ...fault.body,
      ...(code
        ? { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll("_", "-")}` }
        : {}),
      request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
    },
  });
}

export function badRequest(message: string, code?: string, param?: string): StripeFault {
  return new StripeFault(400, {
    type: "invalid_request_error",
    message,
    ...(code ? { code } : {}),
    ...(param ? { param } : {}),
  });
}

export function noSuch(kind: string, id: string, param: string): StripeFault {
  return new StripeFault(param === "id" || param === kind ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

/** Stripe's message for a status that a test injects. */
export function injectedFault(status: number, code: string | undefined): StripeFault {
  if (status === 429) {
    return new StripeFault(429, {
      type: "invalid_request_error",
      code: code ?? "rate_limit",
      message:
        "Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.",
    });
  }
  if (status >= 500) {
    return new StripeFault(status, {
      type: "api_error",
      message: "Sorry! There was an error while talking to one of our backends.",
      ...(code ? { code } : {}),
    });
  }
  return new StripeFault(status, {
    type: "invalid_request_error",
    message: status === 401 ? "Invalid API Key provided: sk_test_****" : "The request was refused.",
    ...(code ? { code } : {}),
  });
}
