import { basicCredentials, type Call, readFields } from "../http/call";
import { json, type Reply } from "../http/reply";
import { type Mint, mintId } from "../mint";
import type { QuickBooksState } from "./state";

const ACCESS_SECONDS = 3600;
const REFRESH_SECONDS = 100 * 86_400;
const HARD_SECONDS = 5 * 365 * 86_400;
const GRACE_SECONDS = 24 * 3600;

/** `grace`: a replaced refresh token stays valid for 24 hours, as documented. `strict`: it ends. */
export type RefreshRotation = "grace" | "strict";

/** `POST /oauth2/v1/tokens/bearer`: exchanges a code or refresh token for a new pair of tokens. */
export function issueTokens(
  call: Call,
  state: QuickBooksState,
  mint: Mint,
  rotation: RefreshRotation,
  now: number,
): Reply {
  const refused = checkClient(call, state);
  if (refused) return refused;
  const fields = readFields(call);
  const hard = call.headers["x-include-refresh-token-hard-expires-in"] === "true";
  switch (fields.get("grant_type")) {
    case "authorization_code": {
      const code = state.codes[fields.get("code") ?? ""];
      if (!code || code.used || code.expiresAt < now) {
        return tokenError(400, "invalid_grant", "Invalid authorization code");
      }
      if (fields.get("redirect_uri") !== code.redirectUri) {
        return tokenError(400, "invalid_grant", "The redirect_uri does not match");
      }
      code.used = true;
      return pair(state, mint, now, hard);
    }
    case "refresh_token": {
      const old = state.refreshTokens[fields.get("refresh_token") ?? ""];
      if (!old || old.expiresAt <= now) {
        return tokenError(400, "invalid_grant", "Incorrect or invalid refresh token");
      }
      const left = rotation === "strict" ? 0 : GRACE_SECONDS * 1000;
      old.expiresAt = Math.min(old.expiresAt, now + left);
      return pair(state, mint, now, hard);
    }
    default:
      return tokenError(400, "unsupported_grant_type", "Unsupported grant type");
  }
}

/** The token service has one address for both grants. Faults and the log distinguish them by grant type. */
export function quickBooksOperation(call: Call): string {
  return call.path.endsWith("/tokens/bearer") ? (readFields(call).get("grant_type") ?? "") : "";
}

/** `POST /v2/oauth2/tokens/revoke`: either token ends the whole connection. */
export function revokeTokens(call: Call, state: QuickBooksState): Reply {
  const refused = checkClient(call, state);
  if (refused) return refused;
  const token = readFields(call).get("token") ?? "";
  if (!state.accessTokens[token] && !state.refreshTokens[token]) {
    return tokenError(400, "invalid_request", "Invalid token");
  }
  state.accessTokens = {};
  state.refreshTokens = {};
  return { status: 200, headers: {}, body: "" };
}

/** Ends every access token; with `refresh`, the refresh tokens too. */
export function expireTokens(state: QuickBooksState, refresh: boolean): void {
  for (const token of Object.values(state.accessTokens)) token.expiresAt = 0;
  if (refresh) for (const token of Object.values(state.refreshTokens)) token.expiresAt = 0;
}

function checkClient(call: Call, state: QuickBooksState): Reply | undefined {
  const client = basicCredentials(call);
  if (client?.user === state.clientId && client.password === state.clientSecret) return undefined;
  return tokenError(401, "invalid_client", "The client is unknown or its secret is wrong");
}

function pair(state: QuickBooksState, mint: Mint, now: number, hard: boolean): Reply {
  const accessToken = mintId(mint, "eyJlbmMiOiJBMTI4Q0JDLUhTMjU2Iiwi", 180);
  const refreshToken = mintId(mint, "RT1-sandbox-", 34);
  state.accessTokens[accessToken] = { expiresAt: now + ACCESS_SECONDS * 1000, refreshToken };
  state.refreshTokens[refreshToken] = { expiresAt: now + REFRESH_SECONDS * 1000, issuedAt: now };
  return json(200, {
    token_type: "bearer",
    access_token: accessToken,
    expires_in: ACCESS_SECONDS,
    refresh_token: refreshToken,
    x_refresh_token_expires_in: REFRESH_SECONDS,
    ...(hard ? { x_refresh_token_hard_expires_in: HARD_SECONDS } : {}),
  });
}

export function tokenError(status: number, error: string, description: string): Reply {
  return json(status, { error, error_description: description });
}
