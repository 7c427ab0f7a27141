import { z } from "zod";
import { type Call, parseJson } from "../http/call";
import type { Reply } from "../http/reply";
import { isKnownRequest, misplacedKey } from "./key-order";
import { ACCOUNT_ANSWERS, Outcome, REPORTS } from "./reports";
import { AUTHORIZENET_MERCHANT, AUTHORIZENET_PATH, type AuthorizeNetState } from "./state";

/** Authorize.Net puts a byte order mark in front of its JSON. */
const BYTE_ORDER_MARK = "\uFEFF";
const NAMESPACE = "AnetApi/xml/v1/schema/AnetApiSchema.xsd";

const request = z.object({
  merchantAuthentication: z.object({
    name: z.string().max(25),
    transactionKey: z.string().max(16),
  }),
  clientId: z.string().max(30).nullish(),
  refId: z.string().max(20).optional(),
});

/** Answers one call to `…/xml/v1/request.api`: always HTTP 200, with the outcome in `messages`. */
export function handleAuthorizeNet(call: Call, state: AuthorizeNetState): Reply {
  if (call.method !== "POST" || call.path !== AUTHORIZENET_PATH) {
    return { status: 404, headers: { "content-type": "text/html" }, body: "<h1>Not Found</h1>" };
  }
  const [[name, body] = ["", undefined], ...more] = Object.entries(parseJson(call.body) ?? {}) as [
    string,
    unknown,
  ][];
  if (!isKnownRequest(name) || more.length > 0 || typeof body !== "object" || body === null) {
    return message("E00004", "The name of the requested API method is invalid.");
  }
  const misplaced = misplacedKey(name, body);
  if (misplaced) {
    const { element, child } = misplaced;
    return message(
      "E00003",
      `The element '${element}' in namespace '${NAMESPACE}' has invalid child element '${child}' in namespace '${NAMESPACE}'.`,
    );
  }
  const head = request.safeParse(body);
  const refId = head.data?.refId;
  try {
    if (!head.success) throw new Outcome("E00003", `The element '${name}' is incomplete.`);
    const { merchantAuthentication: key } = head.data;
    if (key.name !== AUTHORIZENET_MERCHANT.loginId || key.transactionKey !== state.transactionKey) {
      throw new Outcome(
        "E00007",
        "User authentication failed due to invalid authentication values.",
      );
    }
    return ok(answer(name, state, body), refId);
  } catch (outcome) {
    if (outcome instanceof Outcome) return message(outcome.code, outcome.message, refId);
    throw outcome;
  }
}

function answer(name: string, state: AuthorizeNetState, body: object): object {
  const report = REPORTS[name];
  if (report && !state.reporting) {
    throw new Outcome(
      "E00011",
      "Access denied. You do not have permissions to call the Transaction Details API.",
    );
  }
  return (report ?? ACCOUNT_ANSWERS[name])?.(state, body) ?? {};
}

/** An injected error: the codes in JSON, other statuses as a bare page. */
export function authorizeNetErrorShape(
  _call: Call,
  status: number,
  code: string | undefined,
): Reply {
  if (code !== undefined) return message(code, "Injected by the emulator");
  return { status, headers: { "content-type": "text/html" }, body: `<h1>${status}</h1>` };
}

/** The request type. All requests share one address, so faults and the log distinguish them by this. */
export function authorizeNetOperation(call: Call): string {
  return /^\uFEFF?\s*\{\s*"(\w{1,64})"/.exec(call.body)?.[1] ?? "";
}

function ok(payload: object, refId: string | undefined): Reply {
  const messages = { resultCode: "Ok", message: [{ code: "I00001", text: "Successful." }] };
  return wire({ ...payload, ...(refId !== undefined && { refId }), messages });
}

function message(code: string, text: string, refId?: string): Reply {
  const resultCode = code.startsWith("I") ? "Ok" : "Error";
  return wire({
    ...(refId !== undefined && { refId }),
    messages: { resultCode, message: [{ code, text }] },
  });
}

function wire(body: object): Reply {
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: BYTE_ORDER_MARK + JSON.stringify(body),
  };
}
