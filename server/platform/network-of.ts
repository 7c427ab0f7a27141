import { isIPv6 } from "node:net";

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/**
 * The part of a network address that identifies one customer: an IPv4 address, or the first 64 bits of an
 * IPv6 address (one customer usually owns the whole /64). Any other text is returned as is.
 */
export function networkOf(ipAddress: string): string {
  const address = ipAddress.replace(/%.*$/, "");
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  // The URL parser normalizes the groups; "::" replaces the missing ones.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}
