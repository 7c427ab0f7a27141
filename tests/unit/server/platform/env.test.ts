import { describe, expect, it, vi } from "vitest";
import { parseEnv, requireEnv } from "@/server/platform/env";

const required = {
  DATABASE_URL: "postgresql://app:secret@db:5432/deposit_matcher",
  APP_SECRET: "0123456789abcdef0123456789abcdef",
};

describe("parseEnv", () => {
  it("needs only a database and a secret", () => {
    expect(parseEnv(required)).toMatchObject({
      DATA_DIR: ".data",
      PORT: 3000,
      APP_URL: "http://localhost:3000",
      STRIPE_API_BASE: "https://api.stripe.com",
      QUICKBOOKS_API_BASE: "https://quickbooks.api.intuit.com",
      AUTHORIZENET_API_URL: "https://api.authorize.net/xml/v1/request.api",
      WORKER: "off",
      LOG_LEVEL: "info",
    });
  });

  it("treats a blank variable as unset", () => {
    const env = parseEnv({ ...required, PORT: " ", SMTP_URL: "", STRIPE_API_BASE: "" });
    expect(env).toMatchObject({ PORT: 3000, STRIPE_API_BASE: "https://api.stripe.com" });
    expect(env.SMTP_URL).toBeUndefined();
  });

  it("exports traces only with an endpoint, and while not disabled", () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };
    const sendsTraces = (more: object) => parseEnv({ ...required, ...more }).sendsTraces;
    expect([sendsTraces({}), sendsTraces(endpoint)]).toEqual([false, true]);
    expect(sendsTraces({ ...endpoint, OTEL_SDK_DISABLED: "true" })).toBe(false);
    expect(sendsTraces({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://c/v1/traces" })).toBe(true);
  });

  it.each([
    ["METRICS_TOKEN", "too-short", "METRICS_TOKEN must be at least 16 characters long."],
    ["METRICS_PORT", "99999", "METRICS_PORT must be a port number."],
    [
      "TRUSTED_PROXIES",
      "10.0.0.0/33",
      "TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, separated by commas.",
    ],
    [
      "TRUSTED_PROXIES",
      "10.0.0.1, proxy.example",
      "TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, separated by commas.",
    ],
    [
      "TRUSTED_PROXIES",
      "10.0.0.0/",
      "TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, separated by commas.",
    ],
    ["PORT", "0x50", "PORT must be a port number."],
    ["STOP_DELAY_SECONDS", "1e1", "STOP_DELAY_SECONDS must be between 0 and 120."],
    ["STOP_DELAY_SECONDS", "soon", "STOP_DELAY_SECONDS must be between 0 and 120."],
    [
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "collector:4318",
      "OTEL_EXPORTER_OTLP_ENDPOINT must be a URL that starts with http:// or https://.",
    ],
  ])("refuses %s=%s", (name, value, message) => {
    expect(() => parseEnv({ ...required, [name]: value })).toThrow(message);
  });

  it("runs the worker inline on the embedded database by default", () => {
    const embedded = { ...required, DEPOSIT_MATCHER_EMBEDDED: "1" };
    expect(parseEnv(embedded).WORKER).toBe("inline");
    expect(parseEnv({ ...embedded, WORKER: "off" }).WORKER).toBe("off");
  });

  it("derives addresses from the port and from QuickBooks' environment", () => {
    const env = parseEnv({ ...required, PORT: "8080", QUICKBOOKS_ENVIRONMENT: "sandbox" });
    expect(env.APP_URL).toBe("http://localhost:8080");
    expect(env.QUICKBOOKS_API_BASE).toBe("https://sandbox-quickbooks.api.intuit.com");
  });

  it("allows http and a port for providers, and drops a trailing slash", () => {
    const env = parseEnv({ ...required, STRIPE_API_BASE: "http://127.0.0.1:12111/" });
    expect(env.STRIPE_API_BASE).toBe("http://127.0.0.1:12111");
  });

  it.each([
    [{ DATABASE_URL: undefined }, "DATABASE_URL isn't set and has no default."],
    [{ DATABASE_URL: "mysql://db" }, /^DATABASE_URL must be a URL that starts with postgres:/],
    [{ APP_SECRET: "short" }, "APP_SECRET must be at least 32 characters long."],
    [
      { APP_SECRET: "a".repeat(32) },
      /^APP_SECRET must be random, for example the output of openssl/,
    ],
    [{ APP_SECRET: "1234".repeat(12) }, /^APP_SECRET must be random/],
    [{ PORT: "http" }, "PORT must be a port number."],
    [{ PORT: "70000" }, "PORT must be a port number."],
    [{ APP_URL: "https://books.example.com/app" }, /^APP_URL must be an origin/],
    [{ QUICKBOOKS_TOKEN_URL: "token" }, /^QUICKBOOKS_TOKEN_URL must be a URL/],
    [
      { QUICKBOOKS_ENVIRONMENT: "live" },
      "QUICKBOOKS_ENVIRONMENT must be one of sandbox, production.",
    ],
    [{ WORKER: "on" }, "WORKER must be one of inline, off."],
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL must be one of/],
    [{ QUICKBOOKS_CLIENT_ID: "id" }, /must be set together\.$/],
    [
      { GOOGLE_CLIENT_SECRET: "s" },
      "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.",
    ],
    [
      { OIDC_CLIENT_ID: "id", OIDC_CLIENT_SECRET: "s" },
      "OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_DISCOVERY_URL must be set together.",
    ],
  ])("names the wrong variable in one line: %o", (change, message) => {
    expect(() => parseEnv({ ...required, ...change })).toThrow(message);
  });
});

it("ends a process that starts with a wrong setting, with the line alone", () => {
  vi.stubEnv("DATABASE_URL", "mysql://db");
  const said = vi.spyOn(console, "error").mockReturnValue();
  const exit = vi.spyOn(process, "exit").mockImplementation(() => {
    throw new Error("ended");
  });
  expect(requireEnv).toThrow("ended");
  expect(exit).toHaveBeenCalledExactlyOnceWith(1);
  expect(said).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^DATABASE_URL must be a URL that starts with [^\n]+$/),
  );
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
