import { describe, expect, it } from "vitest";
import { nextRefusal } from "@/server/http/work-limits";

describe("how long a company's refusals wait", () => {
  it("the first is sent at once, those at the same time one after the other", () => {
    const places = new Map<string, number>();
    const waits = Array.from({ length: 4 }, () => nextRefusal(places, "a", 100));
    expect(waits).toEqual([0, 50, 100, 150]);
  });

  it("other companies don't wait, nor the same one later", () => {
    const places = new Map<string, number>();
    nextRefusal(places, "a", 100);
    expect(nextRefusal(places, "b", 100)).toBe(0);
    expect(nextRefusal(places, "a", 130)).toBe(20);
    expect(nextRefusal(places, "a", 500)).toBe(0);
  });

  it("none waits longer than a second", () => {
    const places = new Map<string, number>();
    const waits = Array.from({ length: 100 }, () => nextRefusal(places, "a", 100));
    expect(Math.max(...waits)).toBe(1_000);
    expect(waits.at(-1)).toBe(1_000);
  });

  it("keeps nothing of companies whose refusals are sent", () => {
    const places = new Map<string, number>();
    for (let company = 0; company < 5_000; company += 1) nextRefusal(places, `${company}`, company);
    expect(places.size).toBeLessThanOrEqual(1_000);
  });
});
