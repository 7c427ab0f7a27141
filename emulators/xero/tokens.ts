import { basicCredentials, type Call, readFields } from "../http/call";
import { json, type Reply } from "../http/reply";
import { mintId } from "../mint";
import { challengeOf, newSigningKey, type SigningKey, signToken } from "../openid/keys";
import { type Grant, mintUuid, type XeroState } from "./state";

const ACCESS_SECONDS = 1800;
const REFRESH_MS = 60 * 86_400_000;
/** How long a replaced refresh token still works, because the answer may have been lost. */
const GRACE_MS = 30 * 60_000;

/** `POST /connect/token`: exchanges a code or a refresh token for new tokens. */
export function issueTokens(call: Call, state: XeroState, now: number): Reply {
  const fields = readFields(call);
  const client = clientOf(call, fields, state);
  if (!client) return tokenError("invalid_client");
  switch (fields.get("grant_type")) {
    case "authorization_code": {
      const code = state.codes[fields.get("code") ?? ""];
      const verifier = fields.get("code_verifier");
      const proven = code?.challenge
        ? verifier !== undefined && challengeOf(verifier) === code.challenge
        : client === "secret";
      const isGood = code && !code.used && code.expiresAt > now && proven;
      if (!isGood || fields.get("redirect_uri") !== code.redirectUri) {
        return tokenError("invalid_grant");
      }
      code.used = true;
      return tokens(state, { ...code, pkce: client === "public" }, now);
    }
    case "refresh_token": {
      const old = state.refreshTokens[fields.get("refresh_token") ?? ""];
      if (!old || old.expiresAt <= now || old.pkce !== (client === "public")) {
        return tokenError("invalid_grant");
      }
      old.expiresAt = Math.min(old.expiresAt, now + GRACE_MS);
      return tokens(state, old, now);
    }
    default:
      return tokenError("unsupported_grant_type");
  }
}

/**
 * What faults and the log distinguish where the address doesn't: a token's two grants, and whether a new bank transaction
 * receives or spends money.
 */
export function xeroOperation(call: Call): string {
  if (call.path === "/connect/token") return readFields(call).get("grant_type") ?? "";
  if (call.method !== "PUT" || !call.path.endsWith("/BankTransactions")) return "";
  return /"Type":"(RECEIVE|SPEND)/.exec(call.body)?.[1] ?? "";
}

/** `POST /connect/revocation`: ends the tokens and removes every connection of the user. */
export function revokeTokens(call: Call, state: XeroState): Reply {
  const fields = readFields(call);
  const client = clientOf(call, fields, state);
  const token = state.refreshTokens[fields.get("token") ?? ""];
  if (!client || token?.pkce === (client === "secret")) return tokenError("invalid_client");
  if (token) {
    state.accessTokens = {};
    state.refreshTokens = {};
    state.connections = [];
  }
  return { status: 200, headers: {}, body: "" };
}

/** Ends every access token; with `refresh`, the refresh tokens too. */
export function expireTokens(state: XeroState, refresh: boolean): void {
  for (const token of Object.values(state.accessTokens)) token.expiresAt = 0;
  if (refresh) for (const token of Object.values(state.refreshTokens)) token.expiresAt = 0;
}

/** Always 400, for a wrong secret too. */
export function tokenError(error: string): Reply {
  return json(400, { error });
}

/** An app with a secret sends it as Basic; one without names itself in the form. */
function clientOf(call: Call, fields: Map<string, string>, state: XeroState) {
  const basic = basicCredentials(call);
  if (basic) {
    const known = basic.user === state.clientId && basic.password === state.clientSecret;
    return known ? "secret" : undefined;
  }
  return fields.get("client_id") === state.clientId ? "public" : undefined;
}

let signingKey: SigningKey | undefined;

function tokens(state: XeroState, grant: Grant, now: number): Reply {
  signingKey ??= newSigningKey("xero");
  const { scopes, authEventId, pkce } = grant;
  const seconds = Math.floor(now / 1000);
  const user = { xero_userid: "1a6f7c52-3b0e-4d8e-9a55-6c0d3f1b7e21" };
  const shared = { iss: "https://identity.xero.com", nbf: seconds, iat: seconds };
  const access = signToken(
    {
      ...shared,
      ...user,
      exp: seconds + ACCESS_SECONDS,
      aud: "https://identity.xero.com/resources",
      client_id: state.clientId,
      jti: mintUuid(state),
      authentication_event_id: authEventId,
      scope: scopes,
    },
    signingKey,
  );
  state.accessTokens[access] = { expiresAt: now + ACCESS_SECONDS * 1000, scopes };
  const refresh = mintId(state, "", 43);
  const offline = scopes.includes("offline_access");
  if (offline) {
    state.refreshTokens[refresh] = { scopes, authEventId, pkce, expiresAt: now + REFRESH_MS };
  }
  const claims = {
    ...shared,
    ...user,
    exp: seconds + 300,
    aud: state.clientId,
    email: "owner@kauri.example",
    given_name: "Aroha",
    family_name: "Ngata",
  };
  return json(200, {
    ...(scopes.includes("openid") ? { id_token: signToken(claims, signingKey) } : {}),
    access_token: access,
    expires_in: ACCESS_SECONDS,
    token_type: "Bearer",
    ...(offline ? { refresh_token: refresh } : {}),
    scope: scopes.join(" "),
  });
}
