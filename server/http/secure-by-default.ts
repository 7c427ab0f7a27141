import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { API_POLICY, type StrictTransport, securityHeaders } from "@/server/http/security-headers";

/**
 * Puts the security headers of data on every answer of this process, before Next sees the request: API answers and the
 * build's files, which don't pass proxy.ts because it costs a third of a short request. It replaces them on pages.
 */
export function secureByDefault(strictTransport: StrictTransport): void {
  const headers = securityHeaders(API_POLICY, strictTransport);
  subscribe("http.server.request.start", (message) => {
    const { response } = message as { response: ServerResponse };
    for (const [name, value] of headers) response.setHeader(name, value);
  });
}
