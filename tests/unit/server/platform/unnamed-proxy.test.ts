import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteUnnamedProxy, unnamedProxyWarning } from "@/server/platform/health/unnamed-proxy";
import { log } from "@/server/platform/logger";

const DAY_MS = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubEnv("DATABASE_URL", "postgresql://app:secret@db:5432/deposit_matcher");
  vi.stubEnv("APP_SECRET", "0123456789abcdef0123456789abcdef");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test("a proxy that is not named is noted, and warned of once a day; strangers' headers are not", () => {
  const warned = vi.spyOn(log(), "warn");
  // Anybody may send the header.
  for (const stranger of ["203.0.113.9", "2001:db8::1", "::ffff:203.0.113.9"]) {
    noteUnnamedProxy(stranger);
  }
  expect(unnamedProxyWarning()).toBeNull();
  expect(warned).not.toHaveBeenCalled();

  const since = new Date().toISOString();
  for (const peer of ["::ffff:172.18.0.1", "10.0.0.4", "127.0.0.1", "fd00::5", "::1"]) {
    noteUnnamedProxy(peer);
  }
  expect(unnamedProxyWarning()).toContain(
    `::ffff:172.18.0.1 isn't named in TRUSTED_PROXIES (seen since ${since})`,
  );
  expect(warned).toHaveBeenCalledOnce();
  expect(warned).toHaveBeenCalledWith(
    { peer: "::ffff:172.18.0.1" },
    expect.stringContaining("TRUSTED_PROXIES"),
  );

  vi.setSystemTime(Date.now() + DAY_MS - 1);
  noteUnnamedProxy("10.0.0.4");
  expect(warned).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() + 1);
  noteUnnamedProxy("10.0.0.4");
  expect(warned).toHaveBeenCalledTimes(2);
  expect(unnamedProxyWarning()).toContain("::ffff:172.18.0.1");
});
