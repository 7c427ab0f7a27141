import { randomUUID } from "node:crypto";
import { json, type Reply } from "../http/reply";

/** One element that breaks Xero's rules, with a message for each rule. */
export class XeroRefusal extends Error {
  override name = "XeroRefusal";
  readonly messages: readonly string[];

  constructor(messages: readonly string[]) {
    super(messages.join("; "));
    this.messages = messages;
  }
}

export function invalid(...messages: string[]): XeroRefusal {
  return new XeroRefusal(messages);
}

/** A call that is refused as a whole; thrown anywhere below the server. */
export class XeroFault extends Error {
  override name = "XeroFault";
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(reply.body);
    this.reply = reply;
  }
}

export function queryUnreadable(message: string): XeroFault {
  return new XeroFault(apiException(400, 16, "QueryParseException", message));
}

export function bodyUnreadable(message: string): XeroFault {
  return new XeroFault(apiException(400, 14, "PostDataInvalidException", message));
}

export function bare(message: string): XeroFault {
  return new XeroFault(json(400, { Message: message }));
}

/** Xero answers in plain text. */
export function notFound(): XeroFault {
  return new XeroFault(
    text(404, "The resource you're looking for cannot be found. Please check the URL."),
  );
}

export function text(status: number, body: string): Reply {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body };
}

export function validationException(elements: readonly object[]): Reply {
  return json(400, {
    ErrorNumber: 10,
    Type: "ValidationException",
    Message: "A validation exception occurred",
    Elements: elements,
  });
}

function apiException(status: number, number: number, type: string, message: string): Reply {
  return json(status, { ErrorNumber: number, Type: type, Message: message });
}

/** Xero's gateway answers in another shape than the accounting API. */
export function gatewayProblem(status: number, title: string, detail: string): Reply {
  return json(status, {
    Type: null,
    Title: title,
    Status: status,
    Detail: detail,
    Instance: randomUUID(),
    Extensions: {},
  });
}
