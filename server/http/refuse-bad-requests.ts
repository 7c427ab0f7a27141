import { type IncomingMessage, Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { METHODS } from "@/server/http/methods";
import { API_POLICY, type StrictTransport, securityHeaders } from "@/server/http/security-headers";
import { withConnection } from "./connection";

const ALLOWED: readonly string[] = [...METHODS, "OPTIONS"];

interface Refusal {
  status: 400 | 405;
  code: string;
  message: string;
}

/**
 * Answers what Next can't or shouldn't see, on every server of this process: a target that is no path here (Next redirects
 * to its host, or fails with 500), more than one `Host` or one that is none, methods that nothing here has, and upgrades,
 * which only the development server uses.
 */
export function refuseBadRequests({
  strictTransport,
  isDevelopment,
}: {
  strictTransport: StrictTransport;
  isDevelopment: boolean;
}): void {
  const headers = securityHeaders(API_POLICY, strictTransport);
  const emit = Server.prototype.emit;
  Server.prototype.emit = function (this: Server, event: string | symbol, ...args: unknown[]) {
    const goOn = () => Reflect.apply(emit, this, [event, ...args]);
    if (event === "upgrade" && !isDevelopment) {
      // Nothing here speaks another protocol, and Next would keep the socket for ever.
      const [, socket] = args as [IncomingMessage, Duplex];
      socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      return true;
    }
    if (event !== "request") return goOn();
    const [request, response] = args as [IncomingMessage, ServerResponse];
    const refusal = refusalOf(request);
    if (!refusal) return withConnection(response, goOn);
    refuse(request, response, refusal, headers);
    return true;
  };
}

function refuse(
  { url = "" }: IncomingMessage,
  response: ServerResponse,
  { status, code, message }: Refusal,
  headers: ReturnType<typeof securityHeaders>,
): void {
  const isApi = /^\/api(?:[/?]|$)/.test(url);
  response.writeHead(status, {
    ...Object.fromEntries(headers),
    "Content-Type": isApi ? "application/json" : "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    ...(status === 405 && { Allow: ALLOWED.join(", ") }),
    // A proxy in front may have parsed it differently.
    Connection: "close",
  });
  response.end(isApi ? JSON.stringify({ message, code }) : `${message}\n`);
}

/** Why a request gets no further; null when it may. */
function refusalOf({
  method = "",
  url = "",
  rawHeaders,
}: Pick<IncomingMessage, "method" | "url" | "rawHeaders">): Refusal | null {
  const hosts = rawHeaders.filter(
    (_, at) => rawHeaders[at - 1]?.toLowerCase() === "host" && at % 2,
  );
  if (hosts.length > 1 || !hosts.every((host) => HOST.test(host))) {
    return bad("invalid_host", "Send one Host header, with the name of this server");
  }
  if (!isPath(url)) {
    return bad("invalid_target", "Ask for a path that begins with one / and is encoded as UTF-8");
  }
  if (ALLOWED.includes(method)) return null;
  const message = `${method} isn't allowed. Allowed: ${ALLOWED.join(", ")}`;
  return { status: 405, code: "method_not_allowed", message };
}

function bad(code: string, message: string): Refusal {
  return { status: 400, code, message };
}

/** A name or an IPv4 or IPv6 address, and a port (RFC 9110, section 7.2). */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** Whether a request target is a path of this server, and stays one when it is decoded. */
function isPath(target: string): boolean {
  const [path = ""] = target.split("?");
  if (!path.startsWith("/") || path.includes("\\")) return false;
  try {
    // Dots are resolved before Next merges slashes: "/.//host" would become "//host".
    const paths = [path, decodeURIComponent(path), new URL(`http://localhost${path}`).pathname];
    return paths.every((each) => !/^\/[/\\]/.test(each));
  } catch {
    return false;
  }
}
