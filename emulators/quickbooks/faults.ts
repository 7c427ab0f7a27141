import { json, type Reply, xml } from "../http/reply";
import { wireTime } from "./state";

/** A service fault (HTTP 400, `ValidationFault`); thrown anywhere below the server. */
export class QuickBooksFault extends Error {
  override name = "QuickBooksFault";
  readonly code: string;
  readonly detail: string;
  readonly element: string;

  constructor(code: string, message: string, detail: string, element = "") {
    super(message);
    this.code = code;
    this.detail = detail;
    this.element = element;
  }
}

export function faultBody(fault: QuickBooksFault) {
  const error = {
    Message: fault.message,
    Detail: fault.detail,
    code: fault.code,
    element: fault.element,
  };
  return { Fault: { Error: [error], type: "ValidationFault" }, time: wireTime(new Date(), true) };
}

export function business(detail: string): QuickBooksFault {
  return new QuickBooksFault(
    "6000",
    "A business validation error has occurred while processing your request",
    `Business Validation Error: ${detail}`,
  );
}

export function missing(element: string): QuickBooksFault {
  return new QuickBooksFault(
    "2020",
    "Required param missing, need to supply the required value for the API",
    `Required parameter ${element} is missing in the request`,
    element,
  );
}

export function invalidReference(detail: string): QuickBooksFault {
  return new QuickBooksFault("2500", "Invalid Reference Id", `Invalid Reference Id : ${detail}`);
}

export function notFound(id: string): QuickBooksFault {
  return new QuickBooksFault(
    "610",
    "Object Not Found",
    `Object Not Found : Something you're trying to use has been made inactive. Check the fields with accounts, customers, items, vendors or employees. Id ${id}`,
  );
}

/** @param code 6210 by the documentation, 5010 by python-quickbooks #208. */
export function periodClosed(code: "6210" | "5010" = "6210"): QuickBooksFault {
  return new QuickBooksFault(
    code,
    "Account Period Closed, Cannot Update Through Services API",
    "The account period has closed and the account books cannot be updated through through the QBO Services API. Please use the QBO website to make these changes.",
  );
}

export function stale(name: string): QuickBooksFault {
  return new QuickBooksFault(
    "5010",
    "Stale Object Error",
    `Stale Object Error : You and another user were working on this ${name} at the same time. Your changes were not saved.`,
  );
}

export function unreadable(detail: string): QuickBooksFault {
  return new QuickBooksFault(
    "2010",
    "Request has invalid or unsupported property",
    `Property Name:${detail}`,
  );
}

const GATEWAY = {
  400: { name: "BadRequest", code: "3400", type: "SERVICE" },
  401: { name: "AuthenticationFailed", code: "3200", type: "AUTHENTICATION" },
  403: { name: "AuthorizationFailed", code: "3100", type: "SERVICE" },
} as const;

/** The gateway's answer in front of the service: JSON in lower case. */
export function gatewayFault(status: keyof typeof GATEWAY, detail: string | null): Reply {
  const { name, code, type } = GATEWAY[status];
  const message = `message=${name}; errorCode=00${code}; statusCode=${status}`;
  return json(status, {
    warnings: null,
    intuitObject: null,
    fault: { error: [{ message, detail, code, element: null }], type },
    report: null,
    queryResponse: null,
    batchItemResponse: [],
    attachableResponse: [],
    syncErrorResponse: null,
    requestId: null,
    time: Date.now(),
    status: null,
    cdcresponse: [],
  });
}

/** XML although JSON was requested, as throttling and outages look. */
export function xmlFault(status: number, code: string, name: string, detail: string): Reply {
  return xml(
    status,
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<IntuitResponse time="${wireTime(new Date(), true)}" xmlns="http://schema.intuit.com/finance/v3">
    <Fault type="SERVICE">
        <Error code="${code}">
            <Message>message=${name}; errorCode=${code.padStart(6, "0")}; statusCode=${status}</Message>
            <Detail>${detail}</Detail>
        </Error>
    </Fault>
</IntuitResponse>`,
  );
}
