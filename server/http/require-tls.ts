import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import { HSTS } from "@/server/http/security-headers";

/**
 * Puts HSTS on every answer of this process, also on the build's files, which proxy.ts doesn't see. For a
 * product whose public address uses TLS.
 */
export function requireTls(): void {
  const [name, value] = HSTS;
  subscribe("http.server.request.start", (message) => {
    const { response } = message as { response: ServerResponse };
    response.setHeader(name, value);
  });
}
