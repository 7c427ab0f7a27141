/**
 * Errors that verbs throw. They carry words for the person and a code for programs; the HTTP status is
 * chosen once, in server/http/problem.ts. Anything else that is thrown is ours to mend and never shown.
 */
export abstract class AppError extends Error {
  abstract readonly code: string;
  constructor(
    message: string,
    readonly detail: {
      fields?: Record<string, string>;
      retryAfterSeconds?: number;
      /** What the second step of a sign-in has to bring. */
      challenge?: string;
    } = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No valid session. */
export class UnauthenticatedError extends AppError {
  readonly code = "unauthenticated";
}

/** The password was right, and a second factor is needed. `detail.challenge` says for whom. */
export class TwoFactorRequiredError extends AppError {
  readonly code = "two_factor_required";
}

/** Signed in, but this is not theirs to do. */
export class ForbiddenError extends AppError {
  readonly code = "forbidden";
}

/** The row does not exist, or belongs to another company: nobody can tell which. */
export class NotFoundError extends AppError {
  readonly code = "not_found";
}

/** The request is well formed, but the present state does not allow it. */
export class ConflictError extends AppError {
  readonly code = "conflict";
}

/** This version of the product can't do it, whatever the state. */
export class UnsupportedError extends AppError {
  readonly code = "unsupported";
}

/** Well formed, but a value can't be used (a key the provider refuses, a bank not in the list). */
export class UnusableInputError extends AppError {
  readonly code = "unusable_input";
}

export class RateLimitedError extends AppError {
  readonly code = "rate_limited";
}

/** A provider failed or refused; the message says what the person can do. */
export class UpstreamError extends AppError {
  readonly code = "provider_error";
}
