import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import {
  API_POLICY,
  pageHeaders,
  pagePolicy,
  securityHeaders,
} from "@/server/http/security-headers";
import { parseEnv } from "@/server/platform/env";

const page = { nonce: "bm9uY2U=", https: true, development: false };

const directives = (policy: string) =>
  new Map(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources] as const;
    }),
  );

const read = (specifier: string) =>
  readFileSync(createRequire(import.meta.url).resolve(specifier), "utf8");
const hash = (style: string) => `'sha256-${createHash("sha256").update(style).digest("base64")}'`;

describe("a page's policy", () => {
  test("allows only scripts with the nonce", () => {
    expect(directives(pagePolicy(page)).get("script-src")).toEqual([
      "'self'",
      "'nonce-bm9uY2U='",
      "'strict-dynamic'",
    ]);
    expect(pagePolicy(page)).not.toMatch(/script-src[^;]*unsafe/);
  });

  test("starts from none, and forbids framing", () => {
    const policy = directives(pagePolicy(page));
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect([...policy.values()].flat()).not.toContain("*");
  });

  test("allows the current styles that packages insert", () => {
    const styles = directives(pagePolicy(page)).get("style-src-elem") ?? [];
    const sonner = /__insertCSS\((".*")\);/.exec(read("sonner"))?.[1];
    const radix = ["scroll-area", "select"].map(
      (name) => /__html: `([^`]*)`/.exec(read(`@radix-ui/react-${name}`))?.[1],
    );
    const inserted = ["", sonner === undefined ? undefined : String(JSON.parse(sonner)), ...radix];
    for (const style of inserted) {
      expect(style).toBeDefined();
      expect(styles).toContain(hash(style ?? ""));
    }
    expect(styles.filter((source) => source.startsWith("'sha256-"))).toHaveLength(inserted.length);
  });

  test("allows eval only in development", () => {
    expect(pagePolicy({ ...page, development: true })).toContain("'unsafe-eval'");
    expect(pagePolicy(page)).not.toContain("'unsafe-eval'");
  });
});

describe("every answer", () => {
  test("carries the same headers", () => {
    const headers = Object.fromEntries(securityHeaders(API_POLICY, "off"));
    expect(headers).toMatchObject({
      "Content-Security-Policy": expect.stringContaining("default-src 'none'"),
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Referrer-Policy": "same-origin",
      "Permissions-Policy": expect.stringContaining("camera=()"),
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
    });
  });

  test("requires TLS after a request by TLS, of other hosts only where asked to", () => {
    const required = (APP_URL: string, HSTS = "") => {
      const { HSTS: which } = parseEnv({ ...process.env, APP_URL, HSTS });
      return new Map(securityHeaders(API_POLICY, which)).get("Strict-Transport-Security");
    };
    expect(required("https://books.example")).toBe("max-age=63072000");
    expect(required("https://books.example", "subdomains")).toBe(
      "max-age=63072000; includeSubDomains",
    );
    expect(required("https://books.example", "off")).toBeUndefined();
    expect(required("http://books.example", "subdomains")).toBeUndefined();
    expect(pagePolicy(page)).toContain("upgrade-insecure-requests");
    expect(pagePolicy({ ...page, https: false })).not.toContain("upgrade-insecure-requests");
  });
});

test("the page of a mailed link hands its address to nobody, however it is spelled", () => {
  const paths = [
    ...["/question", "/question/", "/question/abc", "/question/abc/", "/Question/abc"],
    ...["/invitation", "/invitation/", "/INVITATION/", "/%69nvitation/", "/invitation//"],
    ...["/confirm-email/abc", "/confirm-email/abc/", "/confirm%2Demail/abc", "/question%2Fabc"],
  ];
  for (const path of paths) {
    expect(Object.fromEntries(pageHeaders(path)), path).toEqual({
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex, nofollow, noarchive",
      "Cache-Control": "no-store",
    });
  }
  for (const path of ["/", "/login", "/questions/read/", "/invitations", "/%ff"]) {
    expect(pageHeaders(path), path).toEqual([]);
  }
});
