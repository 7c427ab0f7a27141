import { isIPv6 } from "node:net";

const MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;

/**
 * What of a network address stands for one customer: an IPv4 address, the first 64 bits of an IPv6 one
 * (whoever has one address of a /64 has them all). Anything else stands for itself.
 */
export function networkOf(ipAddress: string): string {
  const address = ipAddress.replace(/%.*$/, "");
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  // The parser of addresses writes the groups in one way; "::" stands for the missing ones.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  return [...before, ...zeros, ...after].slice(0, 4).join(":");
}
