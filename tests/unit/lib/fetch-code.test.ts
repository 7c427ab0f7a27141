import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchCode } from "@/lib/fetch-code";

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

test("code that fails to load is fetched again", async () => {
  let attempts = 0;
  const loaded = fetchCode(async () => {
    attempts += 1;
    if (attempts < 4) throw new Error("chunk");
    return "code";
  }, 4);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(await loaded).toBe("code");
  expect(attempts).toBe(4);
});

test("without a connection nothing is requested until it returns", async () => {
  const connection = { onLine: false };
  vi.stubGlobal("navigator", connection);
  let attempts = 0;
  const loaded = fetchCode(async () => {
    attempts += 1;
    return "code";
  }, 1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(attempts).toBe(0);
  connection.onLine = true;
  browser.dispatchEvent(new Event("online"));
  expect(await loaded).toBe("code");
});

test("the last failure is thrown to the caller", async () => {
  let attempts = 0;
  const loaded = fetchCode(async () => {
    attempts += 1;
    throw new Error(`chunk ${attempts}`);
  }, 3);
  const failed = expect(loaded).rejects.toThrow("chunk 3");
  await vi.advanceTimersByTimeAsync(600_000);
  await failed;
  expect(attempts).toBe(3);
});

test("an attempt that ended with the connection doesn't count", async () => {
  const connection = { onLine: true };
  vi.stubGlobal("navigator", connection);
  let attempts = 0;
  const loaded = fetchCode(async () => {
    attempts += 1;
    if (attempts > 1) return "code";
    connection.onLine = false;
    throw new Error("chunk");
  }, 1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(attempts).toBe(1);
  connection.onLine = true;
  browser.dispatchEvent(new Event("online"));
  expect(await loaded).toBe("code");
});
