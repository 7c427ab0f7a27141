import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteUnnamedProxy } from "@/server/http/unnamed-proxy";
import { readinessWarnings } from "@/server/platform/health/readiness";
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
  expect(readinessWarnings()).toEqual([]);
  expect(warned).not.toHaveBeenCalled();

  for (const peer of ["::ffff:172.18.0.1", "10.0.0.4", "127.0.0.1", "fd00::5", "::1"]) {
    noteUnnamedProxy(peer);
  }
  expect(readinessWarnings()).toEqual([
    expect.stringContaining("a proxy at ::ffff:172.18.0.1 that TRUSTED_PROXIES does not name"),
  ]);
  expect(warned).toHaveBeenCalledOnce();

  vi.setSystemTime(Date.now() + DAY_MS - 1);
  noteUnnamedProxy("10.0.0.4");
  expect(warned).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() + 1);
  noteUnnamedProxy("10.0.0.4");
  expect(warned).toHaveBeenCalledTimes(2);
  expect(readinessWarnings()).toHaveLength(1);
});
