/**
 * Styles that packages put into the page themselves, by their SHA-256 (tests/unit/http/security-headers
 * computes them from the packages): sonner's sheet, which it inserts empty and then fills, and Radix'
 * for its scroll area and its select.
 */
const PACKAGE_STYLES = [
  "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
  "StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=",
  "vGQdhYJbTuF+M8iCn1IZCHpdkiICocWHDq4qnQF4Rjw=",
  "441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk=",
];

/** Nothing of ours needs a device, a sensor, or a way to be followed. */
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

interface Page {
  nonce: string;
  /** Whether people reach the product over TLS (APP_URL). */
  https: boolean;
  /** Next's development server evaluates code and inserts styles. */
  development: boolean;
}

/** What a page may load and do: scripts of ours alone, known by the answer's own nonce. */
export function pagePolicy({ nonce, https, development }: Page): string {
  const styles = development
    ? "'unsafe-inline'"
    : [`'nonce-${nonce}'`, ...PACKAGE_STYLES.map((hash) => `'sha256-${hash}'`)].join(" ");
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    `style-src-elem 'self' ${styles}`,
    // Radix and sonner place things by style attributes in the HTML; those can't load or select.
    "style-src-attr 'unsafe-inline'",
    // blob: and data: are an avatar before it is saved, and the QR code of two-factor.
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

/** An API answer is data: opened as a document, it may do nothing at all. */
export const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The headers of every answer, page or data. */
export function securityHeaders(
  policy: string,
  { https }: Pick<Page, "https">,
): [name: string, value: string][] {
  return [
    ["Content-Security-Policy", policy],
    ["X-Content-Type-Options", "nosniff"],
    // For browsers that do not know frame-ancestors.
    ["X-Frame-Options", "DENY"],
    ["Referrer-Policy", "same-origin"],
    ["Permissions-Policy", FEATURES.map((feature) => `${feature}=()`).join(", ")],
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ...(https
      ? ([["Strict-Transport-Security", `max-age=${TWO_YEARS_SECONDS}; includeSubDomains`]] as [
          string,
          string,
        ][])
      : []),
  ];
}
