import { randomBytes } from "node:crypto";

/**
 * SHA-256 hashes of styles that packages insert themselves (tests/unit/http/security-headers computes
 * them): sonner's sheet, which it inserts empty and then fills, and Radix' for its scroll area and its
 * select.
 */
const PACKAGE_STYLES = [
  "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  "StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=",
  "vGQdhYJbTuF+M8iCn1IZCHpdkiICocWHDq4qnQF4Rjw=",
  "441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk=",
];

/** Browser features that are all disabled: devices, sensors and tracking. */
const FEATURES = [
  "accelerometer",
  "browsing-topics",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
];

const TWO_YEARS_SECONDS = 63_072_000;

/** For which hosts browsers use TLS from then on: the product's own, or its subdomains too. */
export type StrictTransport = "off" | "host" | "subdomains";

/** No letter of it is written another way in HTML or in a script. */
export function newNonce(): string {
  return randomBytes(16).toString("base64url");
}

interface Page {
  nonce: string;
  /** Whether the public address (APP_URL) uses TLS. */
  https: boolean;
  /** Next's development server evaluates code and inserts styles. */
  development: boolean;
}

/** The content security policy of a page: only our own scripts, identified by the response's nonce. */
export function pagePolicy({ nonce, https, development }: Page): string {
  const styles = development
    ? "'unsafe-inline'"
    : [`'nonce-${nonce}'`, ...PACKAGE_STYLES.map((hash) => `'sha256-${hash}'`)].join(" ");
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src-elem 'self' ${styles}`,
    // Radix and sonner position elements by style attributes, which can't load or select anything.
    "style-src-attr 'unsafe-inline'",
    // blob: and data: serve the avatar preview and the QR code of two-factor.
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(https ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/** An API response is data: opened as a document, it may not load or run anything. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Over the common headers, for the page of a mailed link: nothing passes its address on or keeps it. */
const SECRET_PAGE: [name: string, value: string][] = [
  ["Referrer-Policy", "no-referrer"],
  ["X-Robots-Tag", "noindex, nofollow, noarchive"],
  ["Cache-Control", "no-store"],
];

const SECRET_PATH = /^\/(?:question|invitation|confirm-email)(?:\/|$)/;

/** A page's own headers, in addition to the common ones, by path: however it is spelled, also where it names no page. */
export function pageHeaders(path: string): [name: string, value: string][] {
  const plain = decoded(path)
    .replace(/\/{2,}/g, "/")
    .toLowerCase();
  return SECRET_PATH.test(plain) ? SECRET_PAGE : [];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The headers of every response, page or data. */
export function securityHeaders(
  policy: string,
  strictTransport: StrictTransport,
): (readonly [name: string, value: string])[] {
  const subdomains = strictTransport === "subdomains" ? "; includeSubDomains" : "";
  return [
    ["Content-Security-Policy", policy],
    ["X-Content-Type-Options", "nosniff"],
    // For browsers without support for frame-ancestors.
    ["X-Frame-Options", "DENY"],
    ["Referrer-Policy", "same-origin"],
    ["Permissions-Policy", FEATURES.map((feature) => `${feature}=()`).join(", ")],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ...(strictTransport === "off"
      ? []
      : ([["Strict-Transport-Security", `max-age=${TWO_YEARS_SECONDS}${subdomains}`]] as const)),
  ];
}
