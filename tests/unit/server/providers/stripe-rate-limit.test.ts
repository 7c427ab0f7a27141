import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { RateLimiter } from "@/server/providers/stripe/client";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** When each of `calls` calls began, in milliseconds from now. */
async function starts(limiter: RateLimiter, key: string, calls: number): Promise<number[]> {
  const begun: number[] = [];
  const zero = performance.now();
  const all = Array.from({ length: calls }, () =>
    limiter.turn(key).then(() => begun.push(performance.now() - zero)),
  );
  await vi.runAllTimersAsync();
  await Promise.all(all);
  return begun;
}

describe("the limit of calls to Stripe", () => {
  test("allows a maximum per second, and no call waits longer than necessary", async () => {
    const begun = await starts(new RateLimiter({ calls: 25, withinMs: 1_000 }), "sk_1", 80);
    expect(begun.filter((at) => at === 0)).toHaveLength(25);
    for (const [index, at] of begun.entries()) {
      const before = begun[index - 25];
      if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual(1_000);
    }
    expect(begun.at(-1)).toBeLessThan(3_100);
  });

  test("counts each key separately", async () => {
    const limiter = new RateLimiter({ calls: 2, withinMs: 1_000 });
    expect(await starts(limiter, "sk_1", 2)).toEqual([0, 0]);
    expect(await starts(limiter, "sk_2", 2)).toEqual([0, 0]);
  });
});
