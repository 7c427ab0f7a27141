import { expect, test } from "vitest";
import { XeroLimiter } from "@/server/providers/xero/limiter";
import { failure } from "../support";

test("so many calls run at once, and so many begin in a minute", async () => {
  const limiter = new XeroLimiter({ atOnce: 2, perMinute: 3, perDay: 100 });
  const [end] = [await limiter.turn("a", 50), await limiter.turn("a", 50)];
  let third: (() => void) | undefined;
  const waiting = limiter.turn("a", 50).then((ended) => {
    third = ended;
  });
  // Another organisation has limits of its own.
  (await limiter.turn("b", 50))();
  expect(third).toBeUndefined();
  end?.();
  await waiting;
  third?.();
  const { failure: kind, detail } = await failure(limiter.turn("a", 50));
  expect([kind, detail.retryAfterSeconds]).toEqual(["rate_limited", 60]);
});

test("no call begins before the pause that Xero asked for has ended", async () => {
  const limiter = new XeroLimiter();
  await limiter.pause("a", 120_000);
  expect((await failure(limiter.turn("a", 1000))).detail.retryAfterSeconds).toBe(120);
});
