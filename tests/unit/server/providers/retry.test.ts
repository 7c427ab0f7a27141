import { describe, expect, it } from "vitest";
import { ProviderError, type ProviderFailure } from "@/server/providers/errors";
import { RateLimiter } from "@/server/providers/quickbooks/rate-limit";
import { retryAfterSeconds, withRetry } from "@/server/providers/retry";

const POLICY = { attempts: 4, baseMs: 1, withinMs: 1000 };

/** Fails as given, then succeeds. */
function failing(times: number, failure: ProviderFailure, retryAfter?: number) {
  const calls = { count: 0 };
  const call = async () => {
    calls.count += 1;
    if (calls.count > times) return "done";
    throw new ProviderError("stripe", failure, "no", { retryAfterSeconds: retryAfter });
  };
  return { calls, call };
}

describe("withRetry", () => {
  it("retries until it works", async () => {
    const { call, calls } = failing(3, "rate_limited");
    expect(await withRetry(POLICY, ["rate_limited"], call)).toBe("done");
    expect(calls.count).toBe(4);
  });

  it("throws the last attempt's error", async () => {
    const { call, calls } = failing(9, "unavailable");
    await expect(withRetry(POLICY, ["unavailable"], call)).rejects.toThrow(ProviderError);
    expect(calls.count).toBe(4);
  });

  it.each(["rejected", "unavailable", "stale"] as const)("does not retry %s", async (failure) => {
    const { call, calls } = failing(1, failure);
    await expect(withRetry(POLICY, ["rate_limited"], call)).rejects.toThrow(ProviderError);
    expect(calls.count).toBe(1);
  });

  it("rethrows our own errors", async () => {
    const call = () => Promise.reject(new TypeError("ours"));
    await expect(withRetry(POLICY, ["unavailable"], call)).rejects.toThrow(TypeError);
  });

  it("waits as long as the provider asks", async () => {
    const { call } = failing(1, "rate_limited", 1);
    const started = performance.now();
    await withRetry({ ...POLICY, withinMs: 2000 }, ["rate_limited"], call);
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
  });

  it("does not wait longer than allowed", async () => {
    const { call, calls } = failing(1, "rate_limited", 5);
    await expect(withRetry(POLICY, ["rate_limited"], call)).rejects.toThrow(ProviderError);
    expect(calls.count).toBe(1);
  });
});

describe("Retry-After", () => {
  it.each([
    ["30", 30],
    [" 0 ", 0],
    ["Wed, 18 Nov 2026 10:00:30 GMT", 30],
    ["Wed, 18 Nov 2026 09:00:00 GMT", 0],
    ["soon", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%j is %j", (header, seconds) => {
    expect(retryAfterSeconds(header, Date.parse("2026-11-18T10:00:00Z"))).toBe(seconds);
  });
});

describe("RateLimiter", () => {
  it("spaces the calls of one company, and does not delay another", async () => {
    const limiter = new RateLimiter({ perSecond: 3, perMinute: 100 });
    const started = performance.now();
    const at = async (realm: string) => {
      await limiter.turn(realm, 5_000);
      return performance.now() - started;
    };
    const times = await Promise.all([at("1"), at("1"), at("1"), at("1"), at("2")]);
    const [first = 0, , third = 0, fourth = 0, other = 0] = times;
    expect(third).toBeLessThan(900);
    expect(fourth - first).toBeGreaterThanOrEqual(990);
    expect(other).toBeLessThan(900);
  });
});
