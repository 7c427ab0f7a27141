/** The server answered, but not with what was asked for. `message` is for people. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly status: number,
    message: string,
    readonly code: string,
    readonly requestId: string,
    /** What is wrong with which input. */
    readonly fields: Record<string, string> = {},
    readonly more: {
      /** With `two_factor_required`: what the second step of the sign-in has to bring. */
      challenge?: string;
      /** With `rate_limited`: when the next try is worth it. */
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(message);
  }
}

/** No answer: the server could not be reached, or took too long. */
export class NetworkError extends Error {
  override name = "NetworkError";
}
