import { z } from "zod";
import { ProviderError, type ProviderFailure } from "@/server/providers/errors";
import { observeCall } from "@/server/providers/observe-call";
import { parseReply } from "@/server/providers/parse";
import { retryAfterSeconds } from "@/server/providers/retry";
import type { XeroConfig } from "./config";
import type { XeroTokens } from "./credentials";
import { fetchAnswer } from "./http";

/** Those of an app made since March 2026, which can't ask for `accounting.transactions`. */
const SCOPES = [
  "openid",
  "profile",
  "email",
  "offline_access",
  "accounting.banktransactions",
  "accounting.payments",
  "accounting.invoices",
  "accounting.contacts",
  "accounting.settings.read",
];

const TOKEN_TIMEOUT_MS = 30_000;
/** A refresh token's life, which Xero doesn't state in its answers. */
const REFRESH_MS = 60 * 86_400_000;

const tokenReply = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
});
const problem = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) });
const claims = z.object({ authentication_event_id: z.string().min(1) });

/** Xero's identity service. */
export interface TokenService {
  authorizationUrl(state: string, redirectUri: string): string;
  exchangeCode(code: string, redirectUri: string): Promise<XeroTokens>;
  /** Every refresh token works once, and half an hour longer: store the result before using it. */
  refresh(refreshToken: string): Promise<XeroTokens>;
  /** Ends all that the user ever connected to this app. */
  revoke(refreshToken: string): Promise<void>;
}

export function createTokenService(config: XeroConfig): TokenService {
  const { clientId = "", clientSecret = "" } = config;
  const post = (what: string, url: string, fields: Record<string, string>) =>
    observeCall("xero", what, async () => {
      const answer = await fetchAnswer(
        what,
        new URL(url),
        {
          method: "POST",
          headers: {
            authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
            accept: "application/json",
          },
          body: new URLSearchParams(fields),
        },
        Math.min(config.timeoutMs ?? TOKEN_TIMEOUT_MS, TOKEN_TIMEOUT_MS),
      );
      if (answer.status >= 300) throw tokenError(what, answer);
      return answer.body;
    });
  const ask = async (what: string, fields: Record<string, string>): Promise<XeroTokens> => {
    const asked = Date.now();
    const answer = await post(what, config.tokenUrl, fields);
    const reply = parseReply("xero", what, tokenReply, answer);
    return {
      accessToken: reply.access_token,
      accessExpiresAt: asked + reply.expires_in * 1000,
      refreshToken: reply.refresh_token,
      refreshExpiresAt: asked + REFRESH_MS,
    };
  };
  return {
    authorizationUrl(state, redirectUri) {
      const url = new URL(config.authorizeUrl);
      url.search = new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: SCOPES.join(" "),
        state,
      }).toString();
      return url.href;
    },
    exchangeCode: (code, redirectUri) =>
      ask("code exchange", { grant_type: "authorization_code", code, redirect_uri: redirectUri }),
    refresh: (refreshToken) =>
      ask("token refresh", { grant_type: "refresh_token", refresh_token: refreshToken }),
    async revoke(token) {
      await post("token revocation", config.revokeUrl, { token });
    },
  };
}

/** The consent that an access token comes from; undefined for a token that doesn't say. */
export function consentOf(accessToken: string): string | undefined {
  const payload = Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString();
  try {
    return claims.safeParse(JSON.parse(payload)).data?.authentication_event_id;
  } catch {
    return undefined;
  }
}

function tokenError(
  what: string,
  { status, headers, body }: { status: number; headers: Headers; body: unknown },
): ProviderError {
  const code = problem.safeParse(body).data?.error;
  const text = [status, code].filter(Boolean).join(" ");
  return new ProviderError("xero", tokenFailure(status, code), `${what}: ${text}`, {
    status,
    code,
    retryAfterSeconds: retryAfterSeconds(headers.get("retry-after")),
  });
}

// A wrong client id or secret is a configuration error of the operator: reconnecting would not fix it.
function tokenFailure(status: number, code: string | undefined): ProviderFailure {
  if (code === "invalid_grant") return "unauthorized";
  if (status === 429) return "rate_limited";
  return status >= 500 || status === 408 || status < 400 ? "unavailable" : "rejected";
}
