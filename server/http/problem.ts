import { randomUUID } from "node:crypto";
import type { ProblemCode } from "@/lib/constants/problem-codes";
import { REQUEST_ID } from "@/lib/constants/request-id";
import type { Problem } from "@/lib/contracts/common";
import {
  AppError,
  ConflictError,
  ForbiddenError,
  NotAMemberError,
  NotFoundError,
  RateLimitedError,
  TwoFactorRequiredError,
  UnauthenticatedError,
  UnusableInputError,
  UpstreamError,
} from "@/server/platform/errors";
import {
  isDatabaseUnavailable,
  isDiskFull,
  noteDiskFull,
} from "@/server/platform/is-database-unavailable";
import { log } from "@/server/platform/logger";
import { describeWithWords } from "@/server/providers/describe-failure";
import { OWN_PART_CODE, ProviderError, WebhookRefusedError } from "@/server/providers/errors";

/** An error in a request, found before any verb runs. Created in this folder only. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  constructor(
    readonly status: 400 | 404 | 405 | 413 | 415,
    readonly code: ProblemCode<400 | 404 | 405 | 413 | 415>,
    message: string,
    readonly detail: { fields?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    super(message);
  }
}

const STATUS = new Map<unknown, number>([
  [UnauthenticatedError, 401],
  [TwoFactorRequiredError, 401],
  [ForbiddenError, 403],
  [NotAMemberError, 403],
  [NotFoundError, 404],
  [ConflictError, 409],
  [UnusableInputError, 422],
  [RateLimitedError, 429],
  [UpstreamError, 502],
]);

/** Long enough for a database restart or a short load peak. */
const UNAVAILABLE_SECONDS = 5;

/** Statuses of refused access, which are logged for monitoring. */
const GUARDED = new Set([401, 403, 429]);

/** The only place that maps an error to a status. Unknown errors are logged, never shown. */
export function problemResponse(error: unknown, requestId: string): Response {
  if (error instanceof RequestError) {
    const { status, code, message, detail } = error;
    return answer(
      status,
      { code, message, ...(detail.fields && { fields: detail.fields }), request_id: requestId },
      detail.headers,
    );
  }
  if (error instanceof AppError) {
    const { code, message } = error;
    const { retryAfterSeconds: retryAfter, fields, challenge } = error.detail;
    const status = STATUS.get(error.constructor) ?? 500;
    if (GUARDED.has(status)) log().info({ requestId, status, reason: message }, "refused");
    return answer(
      status,
      {
        code,
        message,
        ...(fields && { fields }),
        ...(challenge !== undefined && { challenge }),
        request_id: requestId,
      },
      retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) },
    );
  }
  if (error instanceof ProviderError) {
    if (error.detail.code === OWN_PART_CODE) return ownPartAnswer(error, requestId);
    log().warn({ requestId, error }, "provider call failed");
    return answer(502, {
      code: `provider_${error.failure}`,
      message: describeWithWords(error),
      request_id: requestId,
    });
  }
  if (error instanceof WebhookRefusedError) {
    const { reason, message } = error;
    log().info({ requestId, reason }, "refused");
    const status = reason === "not_set_up" ? 503 : 400;
    return answer(status, { code: `webhook_${reason}`, message, request_id: requestId });
  }
  if (isDatabaseUnavailable(error)) {
    log().error({ requestId, error }, "database unavailable");
    const message = "The server is busy. Please try again in a few seconds.";
    return answer(
      503,
      { code: "unavailable", message, request_id: requestId },
      { "Retry-After": String(UNAVAILABLE_SECONDS) },
    );
  }
  if (isDiskFull(error)) {
    noteDiskFull();
    log().error({ requestId, error }, "the disk is full");
    const message =
      "The server's disk is full, so nothing can be saved. The operator of this installation has to free some space.";
    return answer(503, { code: "unavailable", message, request_id: requestId });
  }
  log().error({ requestId, error }, "request failed");
  return answer(500, {
    code: "internal",
    message: "Something went wrong on our side. Please try again.",
    request_id: requestId,
  });
}

/** The provider was not called: the company has used up its own share. */
function ownPartAnswer(error: ProviderError, requestId: string): Response {
  const { retryAfterSeconds = 1 } = error.detail;
  log().info({ requestId, status: 429, reason: error.message }, "refused");
  return answer(
    429,
    { code: "rate_limited", message: describeWithWords(error), request_id: requestId },
    { "Retry-After": String(retryAfterSeconds) },
  );
}

function answer(status: number, body: Problem, headers: Record<string, string> = {}): Response {
  return Response.json(body, {
    status,
    headers: {
      "Cache-Control": "no-store",
      [REQUEST_ID_HEADER]: body.request_id,
      ...(status === 401 && { "WWW-Authenticate": "Bearer" }),
      ...headers,
    },
  });
}

export const REQUEST_ID_HEADER = "X-Request-Id";

/** The caller's own `X-Request-Id` when it is well formed, otherwise a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get(REQUEST_ID_HEADER);
  return given !== null && REQUEST_ID.test(given) ? given : randomUUID();
}
