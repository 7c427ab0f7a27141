import type { ProblemCode } from "@/lib/constants/problem-codes";

interface Detail {
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** The challenge for the second step of a sign-in. */
  challenge?: string;
}

/**
 * Errors that verbs throw. They carry a message for the user and a code for programs; the HTTP status is
 * chosen once, in server/http/problem.ts. Any other error is a bug, and never shown.
 */
export abstract class AppError extends Error {
  abstract readonly code: ProblemCode;
  constructor(
    message: string,
    readonly detail: Detail = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No valid session or API token. */
export class UnauthenticatedError extends AppError {
  constructor(
    message: string,
    readonly code: ProblemCode<401> = "unauthenticated",
  ) {
    super(message);
  }
}

/** The password is right, but a second factor is required. `detail.challenge` identifies the sign-in. */
export class TwoFactorRequiredError extends AppError {
  readonly code = "two_factor_required";
}

/** Signed in, but not permitted. */
export class ForbiddenError extends AppError {
  constructor(
    message: string,
    readonly code: ProblemCode<403> = "forbidden",
  ) {
    super(message);
  }
}

/** Not, or no longer, a member of the company that the request names. */
export class NotAMemberError extends AppError {
  readonly code = "not_a_member";
}

/** The row does not exist, or belongs to another company: the caller can't distinguish the two. */
export class NotFoundError extends AppError {
  readonly code = "not_found";
}

/** The request is well formed, but the current state does not allow it. */
export class ConflictError extends AppError {
  constructor(
    readonly code: ProblemCode<409>,
    message: string,
    detail?: Detail,
    options?: ErrorOptions,
  ) {
    super(message, detail, options);
  }
}

/** Well formed, but a value can't be used (a key the provider refuses, a bank not in the list). */
export class UnusableInputError extends AppError {
  constructor(
    message: string,
    detail?: Detail,
    readonly code: ProblemCode<422> = "unusable_input",
  ) {
    super(message, detail);
  }
}

export class RateLimitedError extends AppError {
  readonly code = "rate_limited";
}

/** A provider failed or refused; the message says what the user can do. */
export class UpstreamError extends AppError {
  readonly code = "provider_error";
}
