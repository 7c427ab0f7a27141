import sdk, { type ApiController, type ApiRequest } from "authorizenet";
import { z } from "zod";
import { refusalOf } from "@/server/providers/authorizenet/errors";
import { execute } from "@/server/providers/authorizenet/sdk";
import { observeCall } from "@/server/providers/observe-call";
import { parseReply } from "@/server/providers/parse";
import { type RetryPolicy, withRetry } from "@/server/providers/retry";

export interface AuthorizeNetConfig {
  /** The only address of the API: `https://api.authorize.net/xml/v1/request.api`. */
  apiUrl: string;
  /** Per request. Default: 30 seconds. */
  timeoutMs?: number;
  retry?: Partial<RetryPolicy>;
}

export const authorizeNetCredentials = z.object({
  loginId: z.string().min(1),
  transactionKey: z.string().min(1),
});
export type AuthorizeNetCredentials = z.output<typeof authorizeNetCredentials>;

/** A request of the vendor's package and the controller that sends it. */
export interface SdkCall {
  what: string;
  request: ApiRequest;
  Controller: new (request: object) => ApiController;
}

const RETRY: RetryPolicy = { attempts: 4, baseMs: 500, withinMs: 45_000 };

const messages = z.object({
  messages: z.object({
    resultCode: z.enum(["Ok", "Error"]),
    message: z.array(z.object({ code: z.string() })).min(1),
  }),
});

/** Sends a read request by name, retries transient failures, and parses the reply. */
export type AuthorizeNetCall = <T>(make: () => SdkCall, reply: z.ZodType<T>) => Promise<T>;

/**
 * Calls to Authorize.Net for one merchant. Every failure becomes a ProviderError: a refusal also has
 * status 200, and its reason is the code in its messages.
 */
export function createAuthorizeNetCall(
  config: AuthorizeNetConfig,
  credentials: AuthorizeNetCredentials,
): AuthorizeNetCall {
  const policy = { ...RETRY, ...config.retry };
  return (make, reply) =>
    withRetry(policy, ["rate_limited", "unavailable"], async () => {
      const { what, request, Controller } = make();
      const authentication = new sdk.APIContracts.MerchantAuthenticationType();
      authentication.setName(credentials.loginId);
      authentication.setTransactionKey(credentials.transactionKey);
      request.setMerchantAuthentication(authentication);
      const controller = new Controller(request.getJSON());
      const timeoutMs = config.timeoutMs ?? 30_000;
      return observeCall("authorizenet", what, async () => {
        const answer = await execute(what, controller, { url: config.apiUrl, timeoutMs });
        const outcome = parseReply("authorizenet", what, messages, answer).messages;
        if (outcome.resultCode === "Error") throw refusalOf(what, outcome.message[0]?.code);
        return parseReply("authorizenet", what, reply, answer);
      });
    });
}
