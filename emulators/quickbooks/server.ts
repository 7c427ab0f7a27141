import { randomUUID } from "node:crypto";
import { bearerToken, type Call, parseJson } from "../http/call";
import { json, type Reply } from "../http/reply";
import type { Mint } from "../mint";
import { runBatch } from "./batch";
import { changedSince } from "./changes";
import { connectPage, decideConsent } from "./consent";
import { exchangeRate } from "./exchange-rates";
import { faultBody, gatewayFault, notFound, QuickBooksFault, unreadable } from "./faults";
import { throttled } from "./limits";
import { presented } from "./present";
import { runQuery } from "./query";
import { remove, voidTransaction } from "./removals";
import { asEntityName, clockOf, type QuickBooksState, wireTime } from "./state";
import { issueTokens, type RefreshRotation, revokeTokens } from "./tokens";
import { write } from "./writes";

/** Answers one call to Intuit's authorization pages, token service or accounting API. */
export function handleQuickBooks(
  call: Call,
  state: QuickBooksState,
  mint: Mint,
  rotation: RefreshRotation,
): Reply {
  const reply = route(call, state, mint, rotation);
  reply.headers.intuit_tid = `1-${randomUUID()}`;
  return reply;
}

function route(call: Call, state: QuickBooksState, mint: Mint, rotation: RefreshRotation): Reply {
  const now = clockOf(state).getTime();
  switch (`${call.method} ${call.path}`) {
    case "GET /connect/oauth2":
      return connectPage(call, state);
    case "POST /connect/oauth2":
      return decideConsent(call, state, mint, now);
    case "POST /oauth2/v1/tokens/bearer":
      return issueTokens(call, state, mint, rotation, now);
    case "POST /v2/oauth2/tokens/revoke":
      return revokeTokens(call, state);
  }
  const [, realmId, rest = ""] = /^\/v3\/company\/([^/]+)\/(.+)$/.exec(call.path) ?? [];
  const refused = checkAccess(call, state, realmId, now) ?? refuseRead(call, state);
  if (refused) return refused;
  try {
    return replayable(call, state, () => resource(call, rest, state, now));
  } catch (error) {
    if (!(error instanceof QuickBooksFault)) throw error;
    return json(400, faultBody(error));
  }
}

function checkAccess(
  call: Call,
  state: QuickBooksState,
  realmId: string | undefined,
  now: number,
): Reply | undefined {
  const token = bearerToken(call);
  const known = token ? state.accessTokens[token] : undefined;
  if (!known) return gatewayFault(401, "Malformed bearer token: too short or too long");
  if (known.expiresAt <= now) return gatewayFault(401, "Token expired");
  const isOurs = realmId === state.realmId || state.otherRealmIds?.includes(realmId ?? "");
  if (!isOurs) return gatewayFault(403, null);
  return undefined;
}

/** Once a month's reads are used up each further one is throttled; writes are free. */
function refuseRead({ method }: Call, state: QuickBooksState): Reply | undefined {
  if (method !== "GET" || state.readsLeft === undefined) return undefined;
  if (state.readsLeft === 0) return throttled();
  state.readsLeft -= 1;
  return undefined;
}

// Replay the first successful answer to a `requestid`, and do nothing twice.
function replayable(call: Call, state: QuickBooksState, work: () => Reply): Reply {
  const requestId = call.method === "POST" ? call.query.get("requestid") : null;
  if (!requestId) return work();
  const first = state.replies[requestId];
  if (first) return json(first.status, first.body);
  const reply = work();
  if (reply.status === 200) {
    state.replies[requestId] = { status: reply.status, body: parseJson(reply.body) };
  }
  return reply;
}

function resource(call: Call, rest: string, state: QuickBooksState, now: number): Reply {
  const { method, query } = call;
  // Always serve minor version 75: the floor since August 2025, and the only one implemented.
  const minorVersion = query.get("minorversion");
  if (minorVersion && !/^\d+$/.test(minorVersion)) throw unreadable("minorversion is not a number");
  const [head = "", id, ...deeper] = rest.split("/");
  const time = wireTime(new Date(now), true);
  if (head === "query") {
    const text = method === "POST" ? call.body : (query.get("query") ?? "");
    return json(200, { QueryResponse: runQuery(text, state), time });
  }
  if (head === "cdc" && method === "GET") {
    return json(200, { ...changedSince(query, state, new Date(now)), time });
  }
  if (head === "exchangerate" && method === "GET") {
    return json(200, { ExchangeRate: exchangeRate(query, state), time });
  }
  if (head === "batch" && method === "POST")
    return json(200, runBatch(parseJson(call.body), state));
  const name = asEntityName(head);
  if (!name || deeper.length > 0) throw unreadable(`Unsupported Operation: ${rest}`);
  if (method === "POST" && id === undefined) {
    const body = parseJson(call.body);
    if (query.get("operation") === "delete")
      return json(200, { [name]: remove(state, name, body), time });
    if (query.get("operation") === "void" || query.get("include") === "void")
      return json(200, {
        [name]: presented(state, name, voidTransaction(state, name, body)),
        time,
      });
    return json(200, { [name]: presented(state, name, write(state, name, body)), time });
  }
  if (method !== "GET") throw unreadable(`Unsupported Operation: ${method} ${rest}`);
  // The company is read by its realm, and the preferences have no id.
  const single = name === "CompanyInfo" || name === "Preferences";
  const entity = single ? Object.values(state.entities[name])[0] : state.entities[name][id ?? ""];
  if (!entity) throw notFound(id ?? "");
  return json(200, { [name]: presented(state, name, entity), time });
}
