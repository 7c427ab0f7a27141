import { type Call, readFields } from "../http/call";
import { consentPage, errorPage } from "../http/pages";
import { type Reply, redirect } from "../http/reply";
import { type Mint, mintId } from "../mint";
import type { QuickBooksState } from "./state";

const ACCENT = "#2ca01c";
const UNLISTED =
  "The redirect_uri query parameter value is invalid. Make sure it is listed in the Redirect URIs section on your app's keys tab and matches it exactly.";
const CODE_LIFE_MS = 10 * 60_000;

/** `GET /connect/oauth2`: the requesting app and its scopes, with Connect and Cancel. */
export function connectPage(call: Call, state: QuickBooksState): Reply {
  const { query } = call;
  const refuse = (message: string) => errorPage("Intuit QuickBooks", ACCENT, message);
  if (query.get("client_id") !== state.clientId) return refuse("The client_id is unknown.");
  if (query.get("response_type") !== "code") return refuse("response_type must be code.");
  if (!query.get("scope")?.includes("com.intuit.quickbooks.accounting")) {
    return refuse("The scope com.intuit.quickbooks.accounting is missing.");
  }
  const redirectUri = query.get("redirect_uri");
  if (!redirectUri || !URL.canParse(redirectUri)) return refuse("The redirect_uri is invalid.");
  if (state.productionKeys && !isForProduction(new URL(redirectUri))) return refuse(UNLISTED);
  if (!query.get("state")) return refuse("The state is missing.");
  return consentPage({
    provider: "Intuit QuickBooks",
    accent: ACCENT,
    company: String(Object.values(state.entities.CompanyInfo)[0]?.CompanyName ?? "your company"),
    application: "Deposit Matcher",
    action: "/connect/oauth2",
    hidden: { redirect_uri: redirectUri, state: query.get("state") ?? "" },
  });
}

/** Nothing else can be listed on the page of an app's production keys. */
function isForProduction({ protocol, hostname }: URL): boolean {
  const isDomain = hostname.includes(".") && !/^[\d.]+$/.test(hostname);
  return protocol === "https:" && isDomain;
}

/** The form's answer: redirects to the application with a code, or with `access_denied`. */
export function decideConsent(call: Call, state: QuickBooksState, mint: Mint, now: number): Reply {
  const fields = readFields(call);
  const redirectUri = fields.get("redirect_uri") ?? "";
  if (!URL.canParse(redirectUri)) {
    return errorPage("Intuit QuickBooks", ACCENT, "The redirect_uri is invalid.");
  }
  const target = new URL(redirectUri);
  target.searchParams.set("state", fields.get("state") ?? "");
  if (fields.get("decision") === "connect") {
    const code = mintId(mint, "AB11sandbox", 40);
    state.codes[code] = { redirectUri, expiresAt: now + CODE_LIFE_MS, used: false };
    target.searchParams.set("code", code);
    target.searchParams.set("realmId", connectedRealm(fields.get("realm_id"), state));
  } else {
    target.searchParams.set("error", "access_denied");
  }
  return redirect(target.href);
}

/** Connects the same emulated books under another realm id, as if they were another QuickBooks company. */
function connectedRealm(asked: string | undefined, state: QuickBooksState): string {
  if (!asked || asked === state.realmId) return state.realmId;
  state.otherRealmIds = [...new Set([...(state.otherRealmIds ?? []), asked])];
  return asked;
}
