import { describe, expect, test } from "vitest";
import { readAhead } from "@/server/sync/sync-source";

interface Reading {
  item: number;
  done: (value: number) => void;
  fail: (error: Error) => void;
}

/** Reads that end when the test says so. */
function held() {
  const open: Reading[] = [];
  const read = (item: number) =>
    new Promise<number>((done, fail) => {
      open.push({ item, done, fail });
    });
  return { open, read };
}

describe("reading several in parallel", () => {
  test("starts at most that many, and yields in order whatever ends first", async () => {
    const { open, read } = held();
    const walk = readAhead([1, 2, 3, 4], 2, read);
    const first = await walk.next();
    expect(open.map(({ item }) => item)).toEqual([1, 2]);
    open[1]?.done(20);
    open[0]?.done(10);
    expect(first.value?.[0]).toBe(1);
    expect(await first.value?.[1]).toBe(10);
    const second = await walk.next();
    expect(open.map(({ item }) => item)).toEqual([1, 2, 3]);
    expect(second.value?.[0]).toBe(2);
    expect(await second.value?.[1]).toBe(20);
    for (const each of open) each.done(30);
    const third = await walk.next();
    for (const each of open) each.done(40);
    expect([third.value?.[0], (await walk.next()).value?.[0]]).toEqual([3, 4]);
    expect((await walk.next()).done).toBe(true);
  });

  test("a failure is thrown in its turn, and the others continue", async () => {
    const met: string[] = [];
    const read = async (item: number) => {
      if (item === 2) throw new Error("unreadable");
      return item;
    };
    for await (const [item, reading] of readAhead([1, 2, 3], 3, read)) {
      met.push(
        await reading.then(
          () => `${item} read`,
          () => `${item} failed`,
        ),
      );
    }
    expect(met).toEqual(["1 read", "2 failed", "3 read"]);
  });

  test("a walk that ends early starts nothing more, and waits for running reads", async () => {
    const { open, read } = held();
    let over = false;
    const walk = (async () => {
      for await (const [, reading] of readAhead([1, 2, 3, 4, 5], 3, read)) {
        await reading;
        break;
      }
      over = true;
    })();
    await expect.poll(() => open.length).toBe(3);
    open[0]?.done(1);
    open[1]?.fail(new Error("too late to matter"));
    await expect.poll(() => open.length).toBe(3);
    expect(over).toBe(false);
    open[2]?.done(3);
    await walk;
    expect(open).toHaveLength(3);
  });
});
