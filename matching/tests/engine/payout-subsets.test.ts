import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allButFew } from "@/matching/engine/grouping/all-but-few";
import { LikelySubsets } from "@/matching/engine/grouping/likely-subsets";

const payments = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: -20, max: 90 })), {
    minLength: 1,
    maxLength: 9,
  })
  .map((some) => some.sort(([a], [b]) => a - b));
const all = () => true;

describe("all payments of some days but a few", () => {
  it("add up, and at most two of them are left out", () => {
    fc.assert(
      fc.property(payments, fc.integer({ min: 1, max: 200 }), (some, total) => {
        const [days, amounts] = [some.map(([day]) => day), some.map(([, amount]) => amount)];
        for (const { from, to, left } of allButFew({ days, amounts }, total, 0, all)) {
          const kept = amounts.slice(from, to).filter((_, i) => !left.includes(from + i));
          expect(kept.reduce((sum, amount) => sum + amount, 0)).toBe(total);
          expect(left.length).toBeLessThanOrEqual(2);
          expect(days[from - 1]).not.toBe(days[from]);
          expect(days[to]).not.toBe(days[to - 1]);
        }
      }),
    );
  });

  it("are found with two sales in cash among them", () => {
    const near = { days: [1, 1, 2, 2, 2], amounts: [500, 730, 1200, 310, 85] };
    const found = [...allButFew(near, 2010, 0, all)];
    expect(found).toContainEqual({ from: 0, to: 5, left: [1, 4] });
  });

  it("are not looked for where so many days are too rare", () => {
    const near = { days: [1, 2], amounts: [500, 730] };
    expect([...allButFew(near, 1230, 0, (first, last) => first === last)]).toEqual([]);
  });
});

describe("subsets of the likeliest payments", () => {
  it("are all that add up, with ascending positions", () => {
    expect(new LikelySubsets([2, 0, 1], [10, 20, 30]).find(30)).toEqual(
      expect.arrayContaining([[2], [0, 1]]),
    );
  });

  it("are those of fewer payments where too many add up", () => {
    const equal = Array.from({ length: 30 }, () => 25);
    const found = new LikelySubsets([...equal.keys()], equal).find(25);
    expect(found).toHaveLength(22);
    expect(new LikelySubsets([...equal.keys()], equal).find(250)).toEqual([]);
  });
});
