import { basicCredentials, bearerToken, type Call } from "../http/call";
import { json, type Reply } from "../http/reply";
import { mintId } from "../mint";
import { badToken, oauthError, PayPalRefusal, refusalFor, refusalReply } from "./errors";
import { PAYPAL_APP, type PayPalState } from "./state";

const LIFE_SECONDS = 32_400;
const SEARCH_SCOPE = "https://uri.paypal.com/services/reporting/search/read";
const OTHER_SCOPES = ["https://uri.paypal.com/services/invoicing", "openid"];

/** `POST /v1/oauth2/token`. */
export function issueToken(call: Call, account: PayPalState): Reply {
  const client = basicCredentials(call);
  if (client?.user !== PAYPAL_APP.clientId || client.password !== account.clientSecret) {
    return oauthError(401, "invalid_client", "Client Authentication failed");
  }
  const form = new URLSearchParams(call.body);
  if (
    !call.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ||
    form.get("grant_type") !== "client_credentials"
  ) {
    return oauthError(400, "unsupported_grant_type", "Grant Type is NULL");
  }
  const now = Date.now();
  const { transactionSearch, oldTokens } = account.settings;
  const alive = Object.entries(account.tokens).find(([, { expiresAt }]) => expiresAt > now);
  const reissued = oldTokens === "reissue" ? alive : undefined;
  const [token, { expiresAt, searches }] = reissued ?? [
    mintId(account, "A21AA", 92),
    { expiresAt: now + LIFE_SECONDS * 1000, searches: transactionSearch },
  ];
  account.tokens[token] = { expiresAt, searches };
  return json(200, {
    scope: [...OTHER_SCOPES, ...(searches ? [SEARCH_SCOPE] : [])].join(" "),
    access_token: token,
    token_type: "Bearer",
    app_id: PAYPAL_APP.appId,
    expires_in: Math.floor((expiresAt - now) / 1000),
    nonce: `${new Date(now).toISOString()}${mintId(account, "", 43)}`,
  });
}

/** The refusal of a call to a report without a good token or its permission; undefined when it may pass. */
export function refusedAccess(call: Call, account: PayPalState): Reply | undefined {
  const authorization = bearerToken(call);
  if (!authorization) {
    return refusalReply(
      new PayPalRefusal(
        401,
        "AUTHENTICATION_FAILURE",
        "Authentication failed due to missing authorization header, or invalid authentication credentials.",
      ),
    );
  }
  const token = account.tokens[authorization];
  if (!token || token.expiresAt <= Date.now()) return badToken();
  return token.searches ? undefined : refusalReply(refusalFor(403));
}

export function expirePayPalTokens(account: PayPalState): void {
  for (const token of Object.values(account.tokens)) token.expiresAt = 0;
}

/** Ends the app: its keys and tokens are refused from now on. */
export function revokeApp(account: PayPalState): void {
  account.tokens = {};
  account.clientSecret = "revoked";
}
