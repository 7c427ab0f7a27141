import { describe, expect, test } from "vitest";
import { redact, redactText } from "@/server/platform/log-redaction";

const SECRET = "hunter2hunter2";

describe("log fields", () => {
  test("lose every value under a secret's name, at any depth", () => {
    const names = [
      "password",
      "new_password",
      "confirm_password",
      "secret_key",
      "transcation_key",
      "access_token",
      "refreshToken",
      "authorization",
      "Authorization",
      "cookie",
      "set-cookie",
      "credentials",
      "otp",
      "totpSecret",
      "code",
      "state",
      "recovery_codes",
      "apiKey",
      "grant",
      "challenge",
    ];
    for (const name of names) {
      for (const value of [
        { [name]: SECRET },
        { a: { [name]: [SECRET] } },
        { list: [{ deep: { [name]: { value: SECRET } } }] },
      ]) {
        expect(JSON.stringify(redact(value)), name).not.toContain(SECRET);
      }
    }
  });

  test("keep what describes the event", () => {
    const line = { depositId: 7, provider: "stripe", failure: "rate_limited", done: true, n: 5n };
    expect(redact(line)).toEqual({ ...line, n: "5" });
  });

  test("keep an error's name, message, codes and cause, and no other fields", () => {
    const cause = Object.assign(new TypeError("connect refused"), { code: "ECONNREFUSED" });
    const error = Object.assign(new Error("call failed", { cause }), {
      config: { headers: { "x-anything": SECRET } },
      failure: "unavailable",
    });
    const shown = redact({ error }) as { error: Record<string, unknown> };
    expect(JSON.stringify(shown)).not.toContain(SECRET);
    expect(shown.error).toMatchObject({
      type: "Error",
      message: "call failed",
      failure: "unavailable",
      cause: { type: "TypeError", code: "ECONNREFUSED" },
    });
  });

  test("contain no raw bytes, and end at cycles", () => {
    const circle: Record<string, unknown> = { bytes: new TextEncoder().encode(SECRET) };
    circle.self = circle;
    expect(JSON.stringify(redact(circle))).not.toContain(SECRET);
  });
});

describe("a text", () => {
  test.each([
    `sent TOKEN ${SECRET} along`,
    `Bearer ${SECRET}`,
    `Invalid API Key provided: sk_test_${SECRET}`,
    `rk_live_${SECRET}`,
    `GET /quickbooks/callback?code=${SECRET}&state=${SECRET}x failed`,
    `postgresql://user:${SECRET}@db:5432/name`,
    `Cookie jar held dmat_${SECRET}, of a program`,
    `eyJhbGciOiJIUzI1NiJ9.${SECRET}.${SECRET}`,
  ])("loses what looks like a secret: %s", (text) => {
    expect(redactText(text)).not.toContain(SECRET);
    expect(redactText(text)).toContain("[redacted]");
  });

  test("is otherwise unchanged", () => {
    const text = "QuickBooks said 6000: a business validation error (state of the company: fine)";
    expect(redactText(text)).toBe(text);
  });
});
