import { randomBytes } from "node:crypto";
import { basicCredentials, bearerToken, type Call } from "../http/call";
import { json, type Reply } from "../http/reply";
import type { Mint } from "../mint";
import { secondAccount } from "./account";
import { injectedFault, StripeFault, stripeErrorReply } from "./errors";
import { handleStripeOAuth, oauthError } from "./oauth";
import { answer } from "./resources";
import { STRIPE_KEYS, STRIPE_VERSION, type StripeState } from "./state";

const CONNECT_ONLY = new Set<string>([STRIPE_KEYS.connected]);
const KEYS = new Set<string>(Object.values(STRIPE_KEYS));

/**
 * Answers one call to api.stripe.com or connect.stripe.com.
 * @param behind seconds that Stripe's day is behind the caller's clock.
 */
export function handleStripe(call: Call, first: StripeState, mint: Mint, behind = 0): Reply {
  const oauth = handleStripeOAuth(call, first, mint);
  if (oauth) return oauth;
  const state = keyOf(call) === STRIPE_KEYS.otherAccount ? secondAccount(first) : first;
  const requestId = `req_${randomBytes(7).toString("hex")}`;
  let reply: Reply;
  try {
    const key = authenticate(call, state);
    reply = json(
      200,
      answer(call, state, (permission) => demand(key, permission, state), behind),
    );
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    reply = stripeErrorReply(error, requestId);
  }
  reply.headers["request-id"] = requestId;
  reply.headers["stripe-version"] = String(call.headers["stripe-version"] ?? STRIPE_VERSION);
  if (call.headers["stripe-account"]) reply.headers["stripe-account"] = state.account.id;
  return reply;
}

/** An injected error, worded as Stripe would. */
export function stripeErrorShape(call: Call, status: number, code: string | undefined): Reply {
  if (call.path.startsWith("/oauth/") && (status === 400 || status === 401)) {
    const usual = status === 400 ? "invalid_grant" : "invalid_client";
    return oauthError(status, code ?? usual, "Injected by the emulator");
  }
  return stripeErrorReply(injectedFault(status, code), "req_injected");
}

function keyOf(call: Call): string | undefined {
  return bearerToken(call) ?? basicCredentials(call)?.user;
}

function authenticate(call: Call, state: StripeState): string {
  const key = keyOf(call);
  if (!key) {
    throw new StripeFault(401, {
      type: "invalid_request_error",
      message:
        "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    });
  }
  if (!KEYS.has(key) || (CONNECT_ONLY.has(key) && !state.connected)) {
    throw new StripeFault(401, {
      type: "invalid_request_error",
      message: `Invalid API Key provided: ${masked(key)}`,
    });
  }
  const account = call.headers["stripe-account"];
  if (account && (account !== state.account.id || !state.connected)) {
    throw new StripeFault(403, {
      type: "invalid_request_error",
      code: "account_invalid",
      message: `The provided key '${masked(key)}' does not have access to account '${String(account)}' (or that account does not exist). Application access may have been revoked.`,
    });
  }
  return key;
}

/** What restricted keys are refused, whatever was chosen for them, unless the account is one of the few exceptions. */
const OF_THE_ACCOUNT: ReadonlySet<string> = new Set(["rak_accounts_kyc_id_numbers_read"]);

/** @throws StripeFault 403 naming the permission that a restricted key is missing. */
function demand(key: string, permission: string, state: StripeState): void {
  const { restrictedKeyLacks = ["rak_customer_read"], restrictedKeyReadsAccount = false } = state;
  const lacks =
    restrictedKeyLacks.includes(permission) ||
    (OF_THE_ACCOUNT.has(permission) && !restrictedKeyReadsAccount);
  if (key !== STRIPE_KEYS.restricted || !lacks) return;
  throw new StripeFault(403, {
    type: "invalid_request_error",
    message: `The provided key '${masked(key)}' does not have the required permissions for this endpoint on account '${state.account.id}'. Having the '${permission}' permission would allow this request to continue.`,
  });
}

function masked(key: string): string {
  const shown = /^([a-z]+_[a-z]+_)?(.*)$/s.exec(key);
  const secret = shown?.[2] ?? "";
  return `${shown?.[1] ?? ""}${"*".repeat(Math.max(secret.length - 4, 4))}${secret.slice(-4)}`;
}
