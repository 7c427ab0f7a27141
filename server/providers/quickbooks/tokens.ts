import OAuthClient from "intuit-oauth";
import { z } from "zod";
import "@/server/providers/refuse-redirects";
import { ProviderError, type ProviderFailure } from "@/server/providers/errors";
import { observeCall } from "@/server/providers/observe-call";
import { parseReply } from "@/server/providers/parse";
import type { QuickBooksConfig } from "@/server/providers/quickbooks/config";
import type { QuickBooksTokens } from "@/server/providers/quickbooks/credentials";
import { answerHeaders } from "@/server/providers/quickbooks/faults";
import { retryAfterSeconds } from "@/server/providers/retry";

const SCOPE = "com.intuit.quickbooks.accounting";
const TOKEN_TIMEOUT_MS = 30_000;

const tokenReply = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
  x_refresh_token_expires_in: z.number().positive(),
  x_refresh_token_hard_expires_in: z.number().positive().optional(),
});

/** Intuit's token service: exchanges codes and refresh tokens, and revokes tokens. */
export interface TokenService {
  authorizationUrl(state: string, redirectUri: string): string;
  exchangeCode(code: string, redirectUri: string): Promise<QuickBooksTokens>;
  /** The refresh token may change; store the result before using it. */
  refresh(refreshToken: string): Promise<QuickBooksTokens>;
  revoke(refreshToken: string): Promise<void>;
}

/**
 * Sends each token request once, with a time-out. The SDK would send it up to three times without one,
 * but a code works once, and a repeated refresh races with itself.
 */
class SingleShotClient extends OAuthClient {
  readonly #timeoutMs: number;

  constructor(config: ConstructorParameters<typeof OAuthClient>[0], timeoutMs: number) {
    super(config);
    this.#timeoutMs = timeoutMs;
  }

  override shouldRetry(): boolean {
    return false;
  }

  override loadResponse(request: object): Promise<unknown> {
    return super.loadResponse({ ...request, timeout: this.#timeoutMs });
  }
}

export function createTokenService(config: QuickBooksConfig): TokenService {
  const { clientId = "", clientSecret = "", environment } = config;
  // The SDK reads its addresses from statics of its class when it builds a request, so they are set with
  // every client: two configurations in one process stay separate.
  const client = (redirectUri = "") => {
    const timeoutMs = Math.min(config.timeoutMs ?? TOKEN_TIMEOUT_MS, TOKEN_TIMEOUT_MS);
    const options = { environment, clientId, clientSecret, redirectUri, logging: false };
    const single = new SingleShotClient(
      { ...options, includeRefreshTokenHardExpiresIn: true },
      timeoutMs,
    );
    single.setAuthorizeURLs({
      authorizeEndpoint: config.authorizeUrl,
      tokenEndpoint: config.tokenUrl,
      revokeEndpoint: config.revokeUrl,
      userInfoEndpoint: OAuthClient.userinfo_endpoint_production,
    });
    return single;
  };
  return {
    authorizationUrl: (state, redirectUri) =>
      client(redirectUri).authorizeUri({ scope: SCOPE, state }),
    exchangeCode: (code, redirectUri) =>
      tokens("code exchange", () =>
        client(redirectUri).createToken(`?${new URLSearchParams({ code })}`),
      ),
    refresh: (refreshToken) =>
      tokens("token refresh", () => client().refreshUsingToken(refreshToken)),
    revoke: async (refreshToken) => {
      await send("token revocation", () => client().revoke({ refresh_token: refreshToken }));
    },
  };
}

async function tokens(
  what: string,
  request: () => Promise<{ json: unknown }>,
): Promise<QuickBooksTokens> {
  const now = Date.now();
  const reply = parseReply("quickbooks", what, tokenReply, (await send(what, request)).json);
  const hard = reply.x_refresh_token_hard_expires_in;
  return {
    accessToken: reply.access_token,
    accessExpiresAt: now + reply.expires_in * 1000,
    refreshToken: reply.refresh_token,
    refreshExpiresAt: now + reply.x_refresh_token_expires_in * 1000,
    ...(hard === undefined ? {} : { hardExpiresAt: now + hard * 1000 }),
  };
}

function send<T>(what: string, request: () => Promise<T>): Promise<T> {
  return observeCall("quickbooks", what, async () => {
    try {
      return await request();
    } catch (error) {
      throw tokenError(what, error);
    }
  });
}

const sdkError = z.object({
  error: z.string().catch(""),
  authResponse: z.object({ response: z.object({ status: z.number(), headers: answerHeaders }) }),
});

// Takes only status and code from the SDK's error, which contains the tokens and the whole exchange.
function tokenError(what: string, error: unknown): ProviderError {
  const { data } = sdkError.safeParse(error);
  const { status, headers } = data?.authResponse.response ?? {};
  const code = /^[a-z_]{1,40}$/.exec(data?.error ?? "")?.[0];
  const text = [status ?? "no answer", code].filter(Boolean).join(" ");
  return new ProviderError("quickbooks", tokenFailure(status, code), `${what}: ${text}`, {
    status,
    code,
    requestId: headers?.intuit_tid,
    retryAfterSeconds: retryAfterSeconds(headers?.["retry-after"]),
  });
}

// A wrong client id or secret is a configuration error of the operator: reconnecting would not fix it.
function tokenFailure(status: number | undefined, code: string | undefined): ProviderFailure {
  if (code === "invalid_grant") return "unauthorized";
  if (status === undefined || status >= 500 || status === 408) return "unavailable";
  return status === 429 ? "rate_limited" : "rejected";
}
