import { type LookupAddress, lookup as resolve } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { MAX_WEBHOOK_URL } from "@/lib/constants/webhooks";
import { getEnv } from "@/server/platform/env";

/** IPv4 addresses that lead into a private network, to this machine, to a cloud's metadata, or nowhere. */
const NOT_PUBLIC = listOf("ipv4", [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"],
  ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  // Azure's own services, at an address that looks public.
  "168.63.129.16/32",
]);

/** Of IPv6 only global unicast is public, so mapped, unique local and link-local addresses aren't. */
const GLOBAL = listOf("ipv6", ["2000::/3"]);
/** Parts of it that stand for something else: protocols and tunnels (which can hold a private IPv4 address), documentation. */
const NOT_GLOBAL = listOf("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

function listOf(family: "ipv4" | "ipv6", networks: string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !NOT_PUBLIC.check(address, "ipv4");
  return version === 6 && GLOBAL.check(address, "ipv6") && !NOT_GLOBAL.check(address, "ipv6");
}

/** The name leads to addresses where webhooks aren't sent. */
export class RefusedAddressError extends Error {
  override readonly name = "RefusedAddressError";
  constructor() {
    super("The URL leads to an address that isn't public");
  }
}

const allowsPrivate = () => getEnv().WEBHOOK_PRIVATE_ADDRESSES === "allow";

/**
 * A URL that webhooks may be sent to, as far as its text says.
 * @returns it, or what is wrong with it
 */
export function parseWebhookUrl(text: string): URL | string {
  if (!URL.canParse(text)) return "Enter a URL such as https://example.com/webhooks";
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && allowsPrivate())) {
    return "The URL must start with https://";
  }
  if (url.username || url.password) return "The URL can't contain a user name or password";
  if (url.hash) return "The URL can't contain a #";
  if (url.href.length > MAX_WEBHOOK_URL) return "The URL is too long";
  if (isIP(hostOf(url)) > 0 && !isAllowed(hostOf(url))) return new RefusedAddressError().message;
  return url;
}

/** The host as an address or a name: an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function isAllowed(address: string): boolean {
  return allowsPrivate() || isPublicAddress(address);
}

/**
 * Resolves a name for a connection, to the addresses that webhooks may be sent to: what is connected is what was
 * checked, whatever the name leads to a moment later. Fails with RefusedAddressError when it has none.
 */
export const lookupAllowed: LookupFunction = (host, options, callback) => {
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    const allowed = found.filter(({ address }) => isAllowed(address));
    const [first] = allowed;
    if (!first) return callback(new RefusedAddressError(), []);
    if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
};

/** Resolves a host. @throws RefusedAddressError; the resolver's error when there is no such name. */
export function resolveAllowed(host: string): Promise<LookupAddress[]> {
  return new Promise((done, fail) => {
    lookupAllowed(host, { all: true }, (error, found) =>
      error ? fail(error) : done(found as LookupAddress[]),
    );
  });
}
