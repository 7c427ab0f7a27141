import { BlockList, isIP } from "node:net";
import { log } from "@/server/platform/logger";
import { singleton } from "@/server/platform/singleton";

/** Networks that only the operator's own machines call from. */
const OWN = new BlockList();
for (const [network, prefix] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
] as const) {
  OWN.addSubnet(network, prefix, "ipv4");
}
OWN.addAddress("::1", "ipv6");
OWN.addSubnet("fc00::", 7, "ipv6");
OWN.addSubnet("fe80::", 10, "ipv6");

const DAY_MS = 86_400_000;

interface Seen {
  first?: { since: Date; peer: string };
  /** Milliseconds since 1970. */
  loggedAt?: number;
}

const seen = singleton("unnamed proxy", (): Seen => ({}));

/**
 * Notes a request with X-Forwarded-For from a peer that TRUSTED_PROXIES doesn't name. From a private or loopback address
 * that is a proxy: all who come through it count as one network address. Warns once a day.
 */
export function noteUnnamedProxy(peer: string): void {
  if (!OWN.check(peer, isIP(peer) === 6 ? "ipv6" : "ipv4")) return;
  const now = Date.now();
  seen.first ??= { since: new Date(now), peer };
  if (seen.loggedAt !== undefined && now - seen.loggedAt < DAY_MS) return;
  seen.loggedAt = now;
  log().warn(
    { peer },
    "X-Forwarded-For comes from a proxy that TRUSTED_PROXIES does not name: everybody behind it counts as one network address, and shares its limits",
  );
}

/** What the operator has to mend; null while all requests can be told apart, as far as this process has seen. */
export function unnamedProxyWarning(): string | null {
  if (!seen.first) return null;
  const { peer, since } = seen.first;
  return `The proxy at ${peer} isn't named in TRUSTED_PROXIES (seen since ${since.toISOString()}). Everybody behind it counts as one network address and shares its limits.`;
}
