import { BlockList, isIP } from "node:net";
import { noteWarning } from "@/server/platform/health/readiness";
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

/** When this process last warned, in milliseconds since 1970. */
const warned = singleton("unnamed proxy", (): { at?: number } => ({}));

/**
 * Notes a request with X-Forwarded-For from a peer that TRUSTED_PROXIES doesn't name. From a private or loopback address
 * that is a proxy: all who come through it count as one network address. Warns once a day.
 */
export function noteUnnamedProxy(peer: string): void {
  if (!OWN.check(peer, isIP(peer) === 6 ? "ipv6" : "ipv4")) return;
  const now = Date.now();
  if (warned.at !== undefined && now - warned.at < DAY_MS) return;
  warned.at = now;
  noteWarning(
    "unnamed proxy",
    `X-Forwarded-For comes from a proxy at ${peer} that TRUSTED_PROXIES does not name: everybody behind it counts as one network address, and shares its limits`,
  );
}
