import { type Call, readFields } from "../http/call";
import { consentPage, errorPage } from "../http/pages";
import { type Reply, redirect } from "../http/reply";
import { mintId } from "../mint";
import { connectOrganisations } from "./connections";
import { mainBooks, mintUuid, type XeroState } from "./state";

const ACCENT = "#13b5ea";
const CODE_LIFE_MS = 5 * 60_000;
const SCOPES = [
  ...["openid", "profile", "email", "offline_access"],
  ...["banktransactions", "payments", "invoices", "contacts", "settings", "manualjournals"].flatMap(
    (name) => [`accounting.${name}`, `accounting.${name}.read`],
  ),
  "accounting.attachments",
];
/** What an app of before March 2026 may ask for instead. */
const BROAD = ["accounting.transactions", "accounting.transactions.read"];

/** `GET /identity/connect/authorize`: the requesting app, with Connect and Cancel. */
export function connectPage(call: Call, state: XeroState): Reply {
  const { query } = call;
  const refuse = (error: string, message: string) =>
    errorPage("Xero", ACCENT, `Error: ${error}. ${message}`);
  if (query.get("client_id") !== state.clientId) return refuse("unauthorized_client", "Unknown.");
  if (query.get("response_type") !== "code") return refuse("unsupported_response_type", "");
  const redirectUri = query.get("redirect_uri") ?? "";
  if (!mayRedirectTo(redirectUri)) return refuse("invalid_request", "Invalid redirect_uri");
  const asked = (query.get("scope") ?? "").split(" ").filter(Boolean);
  const known = state.scopes === "broad" ? [...SCOPES, ...BROAD] : SCOPES;
  const unknown = asked.find((scope) => !known.includes(scope));
  if (unknown || asked.length === 0) return refuse("invalid_scope", unknown ?? "");
  const challenge = query.get("code_challenge");
  if (challenge && query.get("code_challenge_method") !== "S256") {
    return refuse("invalid_request", "Transform algorithm not supported");
  }
  return consentPage({
    provider: "Xero",
    accent: ACCENT,
    company: mainBooks(state).name,
    application: "Deposit Matcher",
    action: "/identity/connect/authorize",
    hidden: {
      redirect_uri: redirectUri,
      scope: asked.join(" "),
      state: query.get("state") ?? "",
      ...(challenge ? { code_challenge: challenge } : {}),
    },
  });
}

/** A secure address, or http://localhost, which 127.0.0.1 isn't. */
function mayRedirectTo(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (protocol === "http:" && hostname === "localhost");
}

/** The form's answer: connects, and redirects to the application with a code, or with `access_denied`. */
export function decideConsent(call: Call, state: XeroState, now: number): Reply {
  const fields = readFields(call);
  const redirectUri = fields.get("redirect_uri") ?? "";
  if (!mayRedirectTo(redirectUri)) {
    return errorPage("Xero", ACCENT, "Error: invalid_request. Invalid redirect_uri");
  }
  const target = new URL(redirectUri);
  const asked = fields.get("state");
  if (asked) target.searchParams.set("state", asked);
  if (fields.get("decision") !== "connect") {
    target.searchParams.set("error", "access_denied");
    return redirect(target.href);
  }
  const code = mintId(state, "", 43);
  const authEventId = mintUuid(state);
  const challenge = fields.get("code_challenge");
  const scopes = (fields.get("scope") ?? "").split(" ");
  connectOrganisations(state, authEventId, now);
  state.codes[code] = {
    redirectUri,
    scopes,
    authEventId,
    pkce: challenge !== undefined,
    ...(challenge ? { challenge } : {}),
    expiresAt: now + CODE_LIFE_MS,
    used: false,
  };
  target.searchParams.set("code", code);
  target.searchParams.set("scope", scopes.join(" "));
  return redirect(target.href);
}
