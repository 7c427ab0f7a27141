import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isStopping, stopReadyFirst } from "@/server/platform/health/stopping";
import { singleton } from "@/server/platform/singleton";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** The test runner's own listeners: they must not receive these signals. */
const others = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]));

beforeEach(() => {
  vi.useFakeTimers();
  for (const signal of SIGNALS) process.removeAllListeners(signal);
});
afterEach(() => {
  vi.useRealTimers();
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    for (const listener of others.get(signal) ?? []) process.on(signal, listener);
  }
  singleton("stopping", () => ({ isStopping: false })).isStopping = false;
});

test("without a delay the server closes immediately, and the process is no longer ready", () => {
  const close = vi.fn(() => expect(isStopping()).toBe(true));
  process.on("SIGTERM", close);
  stopReadyFirst(0);
  expect(isStopping()).toBe(false);
  process.emit("SIGTERM");
  expect(close).toHaveBeenCalledOnce();
});

test("with a delay it is first not ready, and the server closes later, once", () => {
  const close = vi.fn();
  process.on("SIGTERM", close);
  stopReadyFirst(5);
  process.emit("SIGTERM");
  process.emit("SIGTERM");
  expect([isStopping(), close.mock.calls.length]).toEqual([true, 0]);
  vi.advanceTimersByTime(4_999);
  expect(close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(close.mock.calls).toEqual([["SIGTERM"]]);
});

test("late listeners are called immediately, and again when the server closes", () => {
  stopReadyFirst(5);
  const endStreams = vi.fn();
  process.on("SIGTERM", endStreams);
  process.emit("SIGTERM");
  expect(endStreams).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5_000);
  expect(endStreams).toHaveBeenCalledTimes(2);
});

test.each(SIGNALS)("on %s, work in this process ends before the server closes", async (signal) => {
  const close = vi.fn();
  process.on(signal, close);
  let end = () => {};
  const endWork = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
  stopReadyFirst(5, endWork);
  process.emit(signal);
  process.emit(signal);
  expect([isStopping(), endWork.mock.calls.length]).toEqual([true, 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(close).not.toHaveBeenCalled();
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(close.mock.calls).toEqual([[signal]]);
});

test("failed or early-finished work does not change the order", async () => {
  const close = vi.fn();
  process.on("SIGTERM", close);
  stopReadyFirst(5, () => Promise.reject(new Error("no database")));
  process.emit("SIGTERM");
  await vi.advanceTimersByTimeAsync(4_999);
  expect(close).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(close).toHaveBeenCalledOnce();
});
