import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Loopback, link-local and private networks, where a trusted reverse proxy runs. */
const near = new BlockList();
near.addSubnet("127.0.0.0", 8, "ipv4");
near.addSubnet("10.0.0.0", 8, "ipv4");
near.addSubnet("172.16.0.0", 12, "ipv4");
near.addSubnet("192.168.0.0", 16, "ipv4");
near.addSubnet("169.254.0.0", 16, "ipv4");
near.addAddress("::1", "ipv6");
near.addSubnet("fc00::", 7, "ipv6");
near.addSubnet("fe80::", 10, "ipv6");

/**
 * The X-Forwarded-For to trust for a connection. Only a proxy in a near network may set it; from any
 * other peer the header is ignored and the peer's own address counts.
 */
export function forwardedFor(peer: string, given: string | undefined): string {
  const family = isIP(peer) === 6 ? "ipv6" : "ipv4";
  return given && near.check(peer, family) ? given : peer;
}

/**
 * Corrects the header of every request before Next sees it: Next hides the connection from handlers and
 * trusts any header.
 */
export function trustProxy(): void {
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    const peer = request.socket.remoteAddress;
    if (peer === undefined) return;
    const given = request.headers["x-forwarded-for"];
    const header = Array.isArray(given) ? given.join(",") : given;
    request.headers["x-forwarded-for"] = forwardedFor(peer, header);
  });
}
