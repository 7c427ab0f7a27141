import { describe, expect, it } from "vitest";
import { feesText, insideText } from "@/components/deposits/deposit-columns";
import { latestMonths } from "@/components/deposits/filter-chips";
import { sampleDeposit } from "../samples";

describe("what a deposit has inside", () => {
  it("is its processor, its lines and its fees", () => {
    const deposit = sampleDeposit({
      source: "Stripe",
      fees: "1041.20",
      line_counts: { charges: 12, refunds: 1, disputes: 2 },
    });
    expect(insideText(deposit)).toBe("Stripe · 12 charges, 1 refund, 2 disputes");
    expect(feesText(deposit, "USD")).toBe("fees 1,041.20");
    expect(feesText(deposit, "EUR")).toBe("fees USD 1,041.20");
  });

  it("leaves out what there is none of", () => {
    const deposit = sampleDeposit({ source: "Stripe" });
    expect(insideText(deposit)).toBe("Stripe");
    expect(feesText(deposit, "USD")).toBe("");
  });
});

describe("months", () => {
  it("go back from this one, over the end of a year, each to its last day", () => {
    const months = latestMonths(14, "2025-01-15");
    expect(months.map(({ value }) => value).slice(0, 3)).toEqual(["2025-01", "2024-12", "2024-11"]);
    expect(months[11]).toEqual({
      value: "2024-02",
      label: "February 2024",
      from: "2024-02-01",
      to: "2024-02-29",
    });
    expect(months).toHaveLength(14);
  });
});
