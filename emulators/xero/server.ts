import { bearerToken, type Call } from "../http/call";
import type { Reply } from "../http/reply";
import { disconnect, listConnections } from "./connections";
import { connectPage, decideConsent } from "./consent";
import type { XeroLimits } from "./limits";
import { bare, gatewayProblem, notFound, text, XeroFault } from "./refusals";
import { DOCUMENTS } from "./resources";
import { actions, SETTINGS } from "./settings";
import type { Desk, XeroState } from "./state";
import { issueTokens, revokeTokens } from "./tokens";
import { envelope, inAskedForm } from "./wire";
import { written } from "./writing";

const SCOPES: Record<string, string> = {
  Contacts: "contacts",
  Invoices: "invoices",
  CreditNotes: "invoices",
  Payments: "payments",
  BankTransactions: "banktransactions",
  BankTransfers: "banktransactions",
};
/** Of the granular scopes, those that the broad one held. */
const IN_BROAD = ["invoices", "payments", "banktransactions"];
const KEY_LENGTH = 128;
const KEY_LIFE_MS = 6 * 60_000;

/** Answers one call to Xero's identity service or accounting API. */
export function handleXero(call: Call, state: XeroState, now: number, limits: XeroLimits): Reply {
  return answered(() => route(call, state, now, limits));
}

function route(call: Call, state: XeroState, now: number, limits: XeroLimits): Reply {
  switch (`${call.method} ${call.path}`) {
    case "GET /identity/connect/authorize":
      return connectPage(call, state);
    case "POST /identity/connect/authorize":
      return decideConsent(call, state, now);
    case "POST /connect/token":
      return issueTokens(call, state, now);
    case "POST /connect/revocation":
      return revokeTokens(call, state);
  }
  const [, connection] = /^\/connections(?:\/([^/]+))?$/.exec(call.path) ?? [];
  const [, plural = "", id, deeper] =
    /^\/api\.xro\/2\.0\/(\w+)(?:\/([^/]+))?(\/.*)?$/.exec(call.path) ?? [];
  if (!plural && !call.path.startsWith("/connections")) throw notFound();
  const scopes = grantedScopes(call, state, now);
  if (!plural) {
    if (call.method === "GET" && !connection) return listConnections(call, state);
    if (call.method === "DELETE" && connection) return disconnect(connection, state);
    throw notFound();
  }
  const desk = deskOf(call, state, now);
  demandScope(call, plural, scopes, desk);
  const tenantId = String(call.headers["xero-tenant-id"]);
  const asked = { tenantId, state, now };
  const work = () => {
    if (deeper) throw notFound();
    return resource(call, desk, plural, id);
  };
  const reply =
    limits.refuse(call, asked) ??
    inAskedForm(
      call,
      answered(() => replayable(call, desk, tenantId, work)),
    );
  Object.assign(reply.headers, limits.headers(asked));
  return reply;
}

/** @throws XeroFault 401 without a token, or with one that has expired. */
function grantedScopes(call: Call, state: XeroState, now: number): string[] {
  const token = state.accessTokens[bearerToken(call) ?? ""];
  if (!token) {
    throw new XeroFault(gatewayProblem(401, "Unauthorized", "AuthenticationUnsuccessful"));
  }
  if (token.expiresAt > now) return token.scopes;
  const at = new Date(token.expiresAt).toISOString().slice(0, 19).replace("T", " ");
  throw new XeroFault(gatewayProblem(401, "Unauthorized", `TokenExpired: token expired at ${at}`));
}

/** @throws XeroFault 403 for an organisation that isn't connected, or is none. */
function deskOf(call: Call, state: XeroState, now: number): Desk {
  const asked = call.headers["xero-tenant-id"];
  const connection = state.connections.find(({ tenantId }) => tenantId === asked);
  const books = connection && state.books[connection.tenantId];
  if (books) return { state, books, now: new Date(now) };
  throw new XeroFault(gatewayProblem(403, "Forbidden", "AuthenticationUnsuccessful"));
}

/** @throws XeroFault 401 for a scope that was not asked for. */
function demandScope({ method }: Call, plural: string, scopes: string[], { books }: Desk): void {
  const name = SCOPES[plural] ?? "settings";
  const enough = [`accounting.${name}`];
  if (IN_BROAD.includes(name)) enough.push("accounting.transactions");
  if (method === "GET") enough.push(...enough.map((scope) => `${scope}.read`));
  const { lacksScopes } = books.behaviour;
  const isGranted = enough.some((each) => scopes.includes(each) && !lacksScopes.includes(each));
  if (isGranted) return;
  throw new XeroFault(gatewayProblem(401, "Unauthorized", "AuthorizationUnsuccessful"));
}

/**
 * The first answer to an idempotency key for six minutes, a refusal as well.
 * @throws XeroFault 400 for a key that is too long or was used with another request
 */
function replayable(call: Call, { state, now }: Desk, tenantId: string, work: () => Reply): Reply {
  const key = call.headers["idempotency-key"];
  const isChanging = call.method === "POST" || call.method === "PUT";
  if (typeof key !== "string" || !isChanging) return answered(work);
  if (key.length > KEY_LENGTH) {
    throw bare(`Idempotency Key: ${key} is longer than ${KEY_LENGTH} characters.`);
  }
  const at = now.getTime();
  for (const [known, { at: since }] of Object.entries(state.replies)) {
    if (since + KEY_LIFE_MS <= at) delete state.replies[known];
  }
  const request = [call.method, call.path, String(call.query), tenantId, call.body].join("\n");
  const first = state.replies[key];
  if (first && first.request !== request) {
    throw bare(`Idempotency Key: ${key} is used with a different request.`);
  }
  if (first) {
    return { status: first.status, headers: { "content-type": first.type }, body: first.body };
  }
  const reply = answered(work);
  const type = reply.headers["content-type"] ?? "";
  state.replies[key] = { request, at, status: reply.status, type, body: reply.body };
  return reply;
}

/** A refusal is an answer, too. */
function answered(work: () => Reply): Reply {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof XeroFault)) throw error;
    return error.reply;
  }
}

/** @throws XeroFault */
function resource(call: Call, desk: Desk, plural: string, id: string | undefined): Reply {
  const { books, now } = desk;
  if (call.method !== "GET") {
    return written(call, desk, plural, id) ?? text(501, "The method is not implemented");
  }
  if (plural === "Organisation" && id === "Actions") {
    return envelope({ Actions: actions(books) }, now);
  }
  const setting = SETTINGS[plural];
  const name = plural === "Organisation" ? "Organisations" : plural;
  if (setting && !id) return envelope({ [name]: setting(books) }, now);
  const documents = DOCUMENTS[plural];
  if (!documents) throw notFound();
  if (!id) {
    const { rows, ...more } = documents.list(call, books);
    return envelope({ ...more, [plural]: rows }, now);
  }
  const one = documents.one(books, id.toLowerCase());
  if (!one) throw notFound();
  return envelope({ [plural]: [one] }, now);
}
