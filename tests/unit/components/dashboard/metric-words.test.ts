import { describe, expect, it } from "vitest";
import { changeMeaning, hasPrevious, metricHref } from "@/components/dashboard/metric-cards";

describe("a change", () => {
  it.each([
    ["+3", "good", "good"],
    ["-3", "good", "bad"],
    ["+3", "bad", "bad"],
    ["-2 pts", "bad", "good"],
    ["+0", "good", "none"],
    ["+12", undefined, "none"],
  ] as const)("%s, where more is %s, is %s", (change, more, meaning) => {
    expect(changeMeaning(change, more)).toBe(meaning);
  });
});

it("compares nothing with days before the first payout", () => {
  const metric = (value: number, change: string) => ({ value, change, period: "", amounts: [] });
  const before = (matched: string, pending: string) =>
    hasPrevious({ deposits_matched: metric(14, matched), pending_matches: metric(3, pending) });
  expect(before("+14", "+3")).toBe(false);
  expect(before("+14", "+2")).toBe(true);
  expect(before("-2", "+3")).toBe(true);
});

describe("a metric's link", () => {
  const period = { from: "2026-10-25", to: "2026-11-23" };
  const summary = { pending: 4, suggested: 2, matched: 1, posted: 9 };
  const days = "from=2026-10-25&to=2026-11-23";

  it("leads to the deposits of the same days", () => {
    const href = (metric: Parameters<typeof metricHref>[0]) => metricHref(metric, period, summary);
    expect(href("deposits_matched")).toBe(`/transactions?status=posted&${days}`);
    expect(href("pending_matches")).toBe(`/transactions?status=pending&${days}`);
    expect(href("match_rate")).toBe(`/transactions?${days}`);
    expect(href("recent_activity")).toBe(`/transactions?status=posted&${days}`);
  });

  it("follows where most of them are", () => {
    const others = { pending: 0, suggested: 2, matched: 7, posted: 0 };
    expect(metricHref("deposits_matched", period, others)).toContain("status=matched");
    expect(metricHref("pending_matches", period, others)).toContain("status=suggested");
  });

  it("is there before the figures are", () => {
    expect(metricHref("match_rate", undefined, undefined)).toBe("/transactions");
  });
});
