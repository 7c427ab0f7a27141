import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { untilLoaded } from "@/lib/until-loaded";

const browser = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", browser);
  vi.stubGlobal("navigator", { onLine: true });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("code that breaks on the way is fetched again", async () => {
  let attempts = 0;
  const loaded = untilLoaded(async () => {
    attempts += 1;
    if (attempts < 4) throw new Error("chunk");
    return "code";
  });
  await vi.advanceTimersByTimeAsync(7_000);
  expect(await loaded).toBe("code");
  expect(attempts).toBe(4);
});

test("without a connection nothing is asked for until there is one", async () => {
  const connection = { onLine: false };
  vi.stubGlobal("navigator", connection);
  let attempts = 0;
  const loaded = untilLoaded(async () => {
    attempts += 1;
    return "code";
  });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(attempts).toBe(0);
  connection.onLine = true;
  browser.dispatchEvent(new Event("online"));
  expect(await loaded).toBe("code");
});
