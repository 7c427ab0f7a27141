/** The server refused the request. `message` is for the user. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly status: number,
    message: string,
    readonly code: string,
    readonly requestId: string,
    /** Messages by input. */
    readonly fields: Record<string, string> = {},
    readonly more: {
      /** With `two_factor_required`: to be sent with the second step of the sign-in. */
      challenge?: string;
      /** With `rate_limited`: seconds until the next attempt. */
      retryAfterSeconds?: number;
    } = {},
  ) {
    super(message);
  }
}

/** No response: the server was unreachable, or took too long. */
export class NetworkError extends Error {
  override name = "NetworkError";
}
