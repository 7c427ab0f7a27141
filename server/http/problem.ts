import type { Problem } from "@/lib/contracts/common";
import {
  AppError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  UnauthenticatedError,
  UnusableInputError,
  UpstreamError,
} from "@/server/errors";
import { log } from "@/server/logger";
import { describeFailure } from "@/server/providers/describe-failure";
import { ProviderError } from "@/server/providers/errors";

/** What is wrong with a request before any verb sees it. Thrown by the parser alone. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  constructor(
    readonly status: 400 | 413 | 415,
    readonly code: string,
    message: string,
    readonly fields?: Record<string, string>,
  ) {
    super(message);
  }
}

const STATUS = new Map<unknown, number>([
  [UnauthenticatedError, 401],
  [ForbiddenError, 403],
  [NotFoundError, 404],
  [ConflictError, 409],
  [UnusableInputError, 422],
  [RateLimitedError, 429],
  [UpstreamError, 502],
]);

/** The one place where an error becomes a status. Unknown errors are logged, never shown. */
export function problemResponse(error: unknown, requestId: string): Response {
  if (error instanceof RequestError) {
    const { status, code, message, fields } = error;
    return answer(status, { code, message, ...(fields && { fields }), request_id: requestId });
  }
  if (error instanceof AppError) {
    const { code, message, detail } = error;
    const retryAfter = detail.retryAfterSeconds;
    return answer(
      STATUS.get(error.constructor) ?? 500,
      { code, message, ...(detail.fields && { fields: detail.fields }), request_id: requestId },
      retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) },
    );
  }
  if (error instanceof ProviderError) {
    log().warn({ requestId, error }, "provider call failed");
    return answer(502, {
      code: `provider_${error.failure}`,
      message: describeFailure(error),
      request_id: requestId,
    });
  }
  log().error({ requestId, error }, "request failed");
  return answer(500, {
    code: "internal",
    message: "Something went wrong on our side. Please try again.",
    request_id: requestId,
  });
}

function answer(status: number, body: Problem, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
