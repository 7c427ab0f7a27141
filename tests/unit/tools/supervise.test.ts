import { expect, it } from "vitest";
import { supervise } from "@/tools/process/supervise";

function recorder() {
  const events: string[] = [];
  const record = (event: string) => async () => {
    events.push(event);
  };
  return { events, record };
}

it("releases what was acquired in reverse order, and returns the exit code", async () => {
  const { events, record } = recorder();
  const code = await supervise(async (scope) => {
    await scope.acquire(record("open database"), record("close database"));
    await scope.acquire(record("open server"), record("close server"));
    return 3;
  });
  expect(code).toBe(3);
  expect(events).toEqual(["open database", "open server", "close server", "close database"]);
});

it("releases after a failure, and rethrows it", async () => {
  const { events, record } = recorder();
  const run = supervise(async (scope) => {
    await scope.acquire(record("open"), record("close"));
    throw new Error("broken");
  });
  await expect(run).rejects.toThrow("broken");
  expect(events).toEqual(["open", "close"]);
});

it("stops on a signal with code 0, and releases what was still being acquired", async () => {
  const { events, record } = recorder();
  let finishOpening = () => {};
  const opening = new Promise<void>((resolve) => {
    finishOpening = resolve;
  });
  const run = supervise(async (scope) => {
    await scope.acquire(() => opening, record("close"));
    return 1;
  });
  process.emit("SIGTERM");
  process.emit("SIGINT");
  finishOpening();
  expect(await run).toBe(0);
  expect(events).toEqual(["close"]);
});

it("continues releasing when one release fails", async () => {
  const { events, record } = recorder();
  const code = await supervise(async (scope) => {
    await scope.acquire(record("open"), record("close"));
    await scope.acquire(record("open other"), () => Promise.reject(new Error("stuck")));
    return 0;
  });
  expect(code).toBe(0);
  expect(events).toEqual(["open", "open other", "close"]);
});
