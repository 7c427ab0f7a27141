import { z } from "zod";
import { refusalOf, unavailable } from "@/server/providers/authorizenet/errors";
import { ProviderError } from "@/server/providers/errors";
import { parseReply } from "@/server/providers/parse";
import { type RetryPolicy, retryAfterSeconds, withRetry } from "@/server/providers/retry";

export interface AuthorizeNetConfig {
  /** The one address of the API: `https://api.authorize.net/xml/v1/request.api`. */
  apiUrl: string;
  /** Per request. 30 seconds unless told otherwise. */
  timeoutMs?: number;
  retry?: Partial<RetryPolicy>;
}

export const authorizeNetCredentials = z.object({
  loginId: z.string().min(1),
  transactionKey: z.string().min(1),
});
export type AuthorizeNetCredentials = z.output<typeof authorizeNetCredentials>;

const RETRY: RetryPolicy = { attempts: 3, baseMs: 500, withinMs: 45_000 };

const messages = z.object({
  messages: z.object({
    resultCode: z.enum(["Ok", "Error"]),
    message: z.array(z.object({ code: z.string() })).min(1),
  }),
});

/**
 * Sends one read request, such as `getMerchantDetailsRequest`, and parses its answer. By `fetch` and not
 * by the vendor's package, which never calls back after a network error.
 * @throws ProviderError
 */
export function callAuthorizeNet<T>(
  config: AuthorizeNetConfig,
  credentials: AuthorizeNetCredentials,
  request: `${string}Request`,
  reply: z.ZodType<T>,
): Promise<T> {
  return withRetry({ ...RETRY, ...config.retry }, ["rate_limited", "unavailable"], async () => {
    const answer = await send(config, request, {
      // The order of keys is part of the protocol.
      [request]: {
        merchantAuthentication: {
          name: credentials.loginId,
          transactionKey: credentials.transactionKey,
        },
      },
    });
    const outcome = parseReply("authorizenet", request, messages, answer).messages;
    if (outcome.resultCode === "Error") throw refusalOf(request, outcome.message[0]?.code);
    return parseReply("authorizenet", request, reply, answer);
  });
}

async function send(config: AuthorizeNetConfig, what: string, body: object): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(config.apiUrl, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(config.timeoutMs ?? 30_000),
    });
    // Decoding drops the byte order mark that Authorize.Net puts in front of its JSON.
    text = await response.text();
  } catch (error) {
    throw unavailable(what, error instanceof Error ? error.name : "no answer");
  }
  if (response.status === 429) {
    throw new ProviderError("authorizenet", "rate_limited", `${what}: 429`, {
      status: 429,
      retryAfterSeconds: retryAfterSeconds(response.headers.get("retry-after")),
    });
  }
  if (!response.ok) throw unavailable(what, `HTTP ${response.status}`, response.status);
  try {
    return JSON.parse(text);
  } catch {
    throw unavailable(what, "the answer is not JSON", response.status);
  }
}
