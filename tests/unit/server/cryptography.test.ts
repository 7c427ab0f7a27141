import { expect, test } from "vitest";

const sources = Object.entries(
  import.meta.glob<string>(
    ["../../../{server,lib,app,components}/**/*.{ts,tsx}", "../../../*.ts"],
    { eager: true, query: "?raw", import: "default" },
  ),
);

/** Each call of a primitive of OpenSSL, as "file primitive(algorithm". */
const calls = sources.flatMap(([path, text]) => {
  const found = text.matchAll(
    /\b(createHash|createHmac|hkdfSync|createCipheriv|createDecipheriv)\(\s*("[^"]*"|\w+)/g,
  );
  return [...found].map(([, primitive, algorithm]) => ({
    ...{ path: path.replace("../../../", ""), primitive, algorithm },
  }));
});

test("the only algorithms are SHA-256 and AES-256-GCM, of OpenSSL", () => {
  expect(calls.length).toBeGreaterThan(10);
  const algorithms = new Set(calls.map(({ algorithm }) => algorithm));
  expect(algorithms).toEqual(new Set(['"sha256"', '"aes-256-gcm"']));
  const others =
    /\b(?:createSign|createVerify|pbkdf2|scrypt|crypto\.subtle|publicEncrypt|createECDH)/;
  expect(sources.filter(([, text]) => others.test(text)).map(([path]) => path)).toEqual([]);
});

test("encryption and the derivation of keys have one place", () => {
  const elsewhere = calls.filter(
    ({ path, primitive }) =>
      !/^create(?:Hash|Hmac)$/.test(primitive ?? "") && !path.startsWith("server/platform/crypto/"),
  );
  expect(elsewhere).toEqual([]);
});

test("chance that can be guessed only spreads repetitions, and marks a ping", () => {
  const guessed = sources.filter(([, text]) => text.includes("Math.random"));
  expect(guessed.map(([path]) => path.replace("../../../", "")).sort()).toEqual([
    "lib/backoff.ts",
    "server/connections/credentials.ts",
    "server/overview/events/change-listener.ts",
    "server/platform/with-company-lock.ts",
    "server/providers/retry.ts",
  ]);
});
