import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import { METHODS } from "@/server/http/methods";
import { API_POLICY, securityHeaders } from "@/server/http/security-headers";

const ALLOW = [...METHODS, "HEAD", "OPTIONS"].join(", ");
const MESSAGE = JSON.stringify({
  message: `TRACE isn't allowed. Allowed: ${ALLOW}`,
  code: "method_not_allowed",
});

/**
 * Answers TRACE with 405 on every server of this process. Next can't: a `Request` has no such method, so it
 * would fail with 500 before any code of ours runs.
 */
export function refuseTrace(): void {
  const emit = Server.prototype.emit;
  Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]) {
    const [request, response] = args as [IncomingMessage?, ServerResponse?];
    if (event !== "request" || request?.method !== "TRACE" || !response) {
      return Reflect.apply(emit, this, [event, ...args]);
    }
    const headers = securityHeaders(API_POLICY, { https: false });
    response.writeHead(405, {
      ...Object.fromEntries(headers),
      "Content-Type": "application/json",
      Allow: ALLOW,
    });
    response.end(MESSAGE);
    return true;
  };
}
