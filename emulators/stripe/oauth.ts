import { bearerToken, type Call, readFields } from "../http/call";
import { consentPage, errorPage } from "../http/pages";
import { json, type Reply, redirect } from "../http/reply";
import { type Mint, mintId } from "../mint";
import { STRIPE_CONNECT_CLIENT_ID, STRIPE_KEYS, type StripeState } from "./state";

const ACCENT = "#635bff";

/** Connect OAuth: the consent page, its form, `/oauth/token` and `/oauth/deauthorize`. */
export function handleStripeOAuth(call: Call, state: StripeState, mint: Mint): Reply | undefined {
  switch (`${call.method} ${call.path}`) {
    case "GET /oauth/authorize":
      return authorizePage(call, state);
    case "POST /oauth/authorize":
      return decide(call, state, mint);
    case "POST /oauth/token":
      return exchange(readFields(call), call, state);
    case "POST /oauth/deauthorize":
      return deauthorize(readFields(call), call, state);
    default:
      return undefined;
  }
}

function authorizePage(call: Call, state: StripeState): Reply {
  const { query } = call;
  const redirectUri = query.get("redirect_uri");
  if (query.get("client_id") !== STRIPE_CONNECT_CLIENT_ID) {
    return errorPage("Stripe", ACCENT, "No application matches the supplied client identifier.");
  }
  if (!redirectUri || query.get("response_type") !== "code") {
    return errorPage("Stripe", ACCENT, "redirect_uri and response_type=code are required.");
  }
  const scope = query.get("scope") ?? "read_only";
  if (scope === "read_only" && state.standardPlatform) {
    return errorPage(
      "Stripe",
      ACCENT,
      "Only extensions can use the read_only scope. Use read_write instead.",
    );
  }
  return consentPage({
    provider: "Stripe",
    accent: ACCENT,
    company: state.account.business_profile?.name ?? "your account",
    application: "Deposit Matcher",
    action: "/oauth/authorize",
    hidden: {
      redirect_uri: redirectUri,
      state: query.get("state") ?? "",
      scope,
    },
  });
}

function decide(call: Call, state: StripeState, mint: Mint): Reply {
  const fields = readFields(call);
  const target = new URL(fields.get("redirect_uri") ?? "");
  if (fields.get("state")) target.searchParams.set("state", fields.get("state") ?? "");
  if (fields.get("decision") !== "connect") {
    target.searchParams.set("error", "access_denied");
    target.searchParams.set("error_description", "The user denied your request");
    return redirect(target.href);
  }
  const scope = fields.get("scope") ?? "read_only";
  const code = mintId(mint, "ac_", 32);
  state.oauthCodes[code] = { scope, used: false };
  target.searchParams.set("scope", scope);
  target.searchParams.set("code", code);
  return redirect(target.href);
}

function exchange(fields: Map<string, string>, call: Call, state: StripeState): Reply {
  if (!isPlatform(fields, call)) return oauthError(401, "invalid_client", "Unknown API key.");
  const grant = fields.get("grant_type");
  if (grant === "refresh_token") return json(200, tokenBody(state, "read_only"));
  if (grant !== "authorization_code") {
    return oauthError(400, "unsupported_grant_type", "Unsupported grant type.");
  }
  const code = fields.get("code") ?? "";
  const known = state.oauthCodes[code];
  if (!known || known.used) {
    return oauthError(400, "invalid_grant", `Authorization code does not exist: ${code}`);
  }
  known.used = true;
  state.connected = true;
  return json(200, tokenBody(state, known.scope));
}

function deauthorize(fields: Map<string, string>, call: Call, state: StripeState): Reply {
  if (!isPlatform(fields, call) || fields.get("client_id") !== STRIPE_CONNECT_CLIENT_ID) {
    return oauthError(401, "invalid_client", "No such application.");
  }
  if (fields.get("stripe_user_id") !== state.account.id || !state.connected) {
    return oauthError(
      401,
      "invalid_client",
      `This application is not connected to stripe account ${fields.get("stripe_user_id")}, or that account does not exist.`,
    );
  }
  state.connected = false;
  return json(200, { stripe_user_id: state.account.id });
}

function isPlatform(fields: Map<string, string>, call: Call): boolean {
  const key = fields.get("client_secret") ?? bearerToken(call);
  return key === STRIPE_KEYS.secret || key === STRIPE_KEYS.secondSecret;
}

function tokenBody(state: StripeState, scope: string) {
  return {
    access_token: STRIPE_KEYS.connected,
    livemode: false,
    refresh_token: `rt_${state.account.id.slice(5)}`,
    scope,
    stripe_publishable_key: "pk_test_sandbox51PqWmB2eZvKYlo2C",
    stripe_user_id: state.account.id,
    token_type: "bearer",
  };
}

export function oauthError(status: number, error: string, description: string): Reply {
  return json(status, { error, error_description: description });
}
