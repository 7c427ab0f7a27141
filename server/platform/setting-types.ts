import { BlockList, isIP } from "node:net";
import { z } from "zod";
import { DATABASE_PROTOCOLS, isDatabaseUrl } from "./database-url";

/** An origin such as https://api.stripe.com: no path, so that clients can append theirs. */
export const origin = z.string().transform((value, ctx) => {
  const url = parseUrl(value, ["http:", "https:"]);
  if (url && (url.pathname === "/" || url.pathname === "") && !url.search) return url.origin;
  ctx.addIssue("must be an origin such as https://api.example.com, without a path");
  return z.NEVER;
});

export const address = (...protocols: string[]) =>
  z.string().refine((value) => parseUrl(value, protocols) !== undefined, mustStartWith(protocols));

const mustStartWith = (protocols: string[]) =>
  `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`;

export const endpoint = address("http:", "https:");

function parseUrl(value: string, protocols: string[]): URL | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  return protocols.includes(url.protocol) ? url : undefined;
}

export const databaseUrl = z
  .string()
  .refine(
    isDatabaseUrl,
    `${mustStartWith(DATABASE_PROTOCOLS)}; in its password, write / as %2F, # as %23, ? as %3F, @ as %40 and % as %25`,
  );

export const oneOf = <const T extends [string, ...string[]]>(...values: T) =>
  z.enum(values, { error: () => `must be one of ${values.join(", ")}` });

export const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, "must be a port number")
  .transform(Number)
  .refine((port) => port > 0 && port < 65_536, "must be a port number");

export const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, "must be a whole number above 0")
  .transform(Number);

export const secret = z.string().min(32, "must be at least 32 characters long");

/** A repeated character, or a few of them: guessed without knowing anything. */
export const randomSecret = secret.refine(
  (value) => new Set(value).size >= 5,
  "must be random, for example the output of openssl rand -base64 33; docs/operations.md, Keys, says how to replace one in use",
);

/** Addresses and networks (10.0.0.0/8, fd00::/8), separated by commas. */
export const networks = z
  .string()
  .default("")
  .transform((value, ctx) => {
    const list = new BlockList();
    for (const network of value.split(",").flatMap((part) => part.trim() || [])) {
      const [address = "", prefix] = network.split("/");
      const version = isIP(address);
      // "10.0.0.0/" must not be every address.
      const bits = /^\d{1,3}$/.test(prefix ?? "") ? Number(prefix) : NaN;
      const longest = version === 6 ? 128 : 32;
      if (version === 0 || (prefix !== undefined && !(bits <= longest))) {
        ctx.addIssue("must be addresses or networks such as 10.0.0.0/8, separated by commas");
        return z.NEVER;
      }
      const family = version === 6 ? "ipv6" : "ipv4";
      if (prefix === undefined) list.addAddress(address, family);
      else list.addSubnet(address, bits, family);
    }
    return list;
  });
