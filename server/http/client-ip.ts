import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage } from "node:http";
import { type BlockList, isIP } from "node:net";
import { noteUnnamedProxy } from "@/server/http/unnamed-proxy";
import { getEnv } from "@/server/platform/env";

/**
 * Whose request it is: the peer of the connection, unless that is a trusted proxy. Each proxy adds the
 * address it was called from at the end of X-Forwarded-For, so it is read from there, as far as trust goes.
 * What is no address ends it: a proxy does not write such a thing.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trusted: BlockList,
): string {
  let client = peer;
  for (const entry of forwardedFor?.split(",").reverse() ?? []) {
    const address = entry.trim();
    if (!isTrusted(client, trusted) || isIP(address) === 0) break;
    client = address;
  }
  return client;
}

function isTrusted(address: string, trusted: BlockList): boolean {
  return trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/**
 * Replaces the X-Forwarded-For of every request by the client's address before Next sees it: Next hides the
 * connection from handlers and trusts any header.
 */
export function trustProxies(): void {
  const trusted = getEnv().TRUSTED_PROXIES;
  subscribe("http.server.request.start", (message) => {
    const { request } = message as { request: IncomingMessage };
    const peer = request.socket.remoteAddress;
    if (peer === undefined) return;
    const given = request.headers["x-forwarded-for"];
    const header = Array.isArray(given) ? given.join(",") : given;
    if (header !== undefined && !isTrusted(peer, trusted)) noteUnnamedProxy(peer);
    request.headers["x-forwarded-for"] = clientAddress(peer, header, trusted);
  });
}
