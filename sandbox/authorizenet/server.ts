import { z } from "zod";
import { type Call, parseJson } from "../http/call";
import type { Reply } from "../http/reply";
import { AUTHORIZENET_MERCHANT, AUTHORIZENET_PATH } from "./state";

/** Authorize.Net puts a byte order mark in front of its JSON. */
const BYTE_ORDER_MARK = "\uFEFF";

// As the schema orders them; another order is refused like an unknown key.
const AUTHENTICATION_KEYS = ["name", "transactionKey"];
const REQUEST_KEYS = ["merchantAuthentication", "clientId", "refId"];

const request = z.object({
  merchantAuthentication: z.object({ name: z.string(), transactionKey: z.string() }),
  refId: z.string().max(20).optional(),
});
type AuthorizeNetRequest = z.output<typeof request>;

const ANSWERS: Record<string, () => object> = {
  authenticateTestRequest: () => ({}),
  getMerchantDetailsRequest: merchantDetails,
};

/** Answers one call to `…/xml/v1/request.api`: always HTTP 200, the outcome is in `messages`. */
export function handleAuthorizeNet(call: Call): Reply {
  if (call.method !== "POST" || call.path !== AUTHORIZENET_PATH) {
    return { status: 404, headers: { "content-type": "text/html" }, body: "<h1>Not Found</h1>" };
  }
  const [[name, body] = ["", undefined], ...more] = Object.entries(parseJson(call.body) ?? {}) as [
    string,
    unknown,
  ][];
  const answer = ANSWERS[name];
  if (!answer || more.length > 0) {
    return error("E00004", "The name of the requested API method is invalid.");
  }
  const parsed = request.safeParse(body);
  if (!parsed.success || !isOrdered(body)) {
    return error("E00003", `The element '${name}' has invalid child element.`);
  }
  if (!isMerchant(parsed.data)) {
    return error("E00007", "User authentication failed due to invalid authentication values.");
  }
  return ok(answer(), parsed.data.refId);
}

/** An injected error: the codes in JSON, other statuses as a bare page. */
export function authorizeNetErrorShape(
  _call: Call,
  status: number,
  code: string | undefined,
): Reply {
  if (code !== undefined) return { ...error(code, "Injected by the stand-in"), status: 200 };
  return { status, headers: { "content-type": "text/html" }, body: `<h1>${status}</h1>` };
}

function isMerchant({ merchantAuthentication }: AuthorizeNetRequest): boolean {
  return (
    merchantAuthentication.name === AUTHORIZENET_MERCHANT.loginId &&
    merchantAuthentication.transactionKey === AUTHORIZENET_MERCHANT.transactionKey
  );
}

function isOrdered(body: unknown): boolean {
  const { merchantAuthentication } = body as { merchantAuthentication: object };
  return (
    follows(Object.keys(body as object), REQUEST_KEYS) &&
    follows(Object.keys(merchantAuthentication), AUTHENTICATION_KEYS)
  );
}

function follows(keys: string[], order: string[]): boolean {
  const places = keys.map((key) => order.indexOf(key));
  return places.every((place, index) => place >= 0 && place > (places[index - 1] ?? -1));
}

function merchantDetails(): object {
  return {
    isTestMode: false,
    processors: [{ name: "First Data Nashville" }],
    merchantName: AUTHORIZENET_MERCHANT.name,
    gatewayId: AUTHORIZENET_MERCHANT.gatewayId,
    marketTypes: ["eCommerce"],
    productCodes: ["CNP"],
    paymentMethods: ["AmericanExpress", "Discover", "Mastercard", "Visa"],
    currencies: ["USD"],
    merchantTimeZone: AUTHORIZENET_MERCHANT.timeZone,
  };
}

function ok(payload: object, refId: string | undefined): Reply {
  const messages = { resultCode: "Ok", message: [{ code: "I00001", text: "Successful." }] };
  return wire({ ...payload, ...(refId !== undefined && { refId }), messages });
}

function error(code: string, text: string): Reply {
  return wire({ messages: { resultCode: "Error", message: [{ code, text }] } });
}

function wire(body: object): Reply {
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: BYTE_ORDER_MARK + JSON.stringify(body),
  };
}
