import { expect, test } from "vitest";
import { backoffMs } from "@/lib/backoff";

const PAUSE = { firstMs: 1_000, longestMs: 60_000 };

test("pauses double up to a maximum, and concurrent failures are spread out", () => {
  const most = [1, 2, 3, 4, 7, 50].map((attempts) => backoffMs(attempts, PAUSE, 1));
  expect(most).toEqual([1_000, 2_000, 4_000, 8_000, 60_000, 60_000]);
  const least = [1, 2, 3, 4, 7, 50].map((attempts) => backoffMs(attempts, PAUSE, 0));
  expect(least).toEqual([500, 1_000, 2_000, 4_000, 30_000, 30_000]);
  const many = Array.from({ length: 50 }, () => backoffMs(3, PAUSE));
  expect(new Set(many).size).toBeGreaterThan(10);
  for (const pause of many) {
    expect(pause).toBeGreaterThanOrEqual(2_000);
    expect(pause).toBeLessThanOrEqual(4_000);
  }
});
