import { describe, expect, it } from "vitest";
import { contentsText } from "@/components/deposits/deposit-columns";
import { latestMonths } from "@/components/deposits/filter-chips";
import { sampleDeposit } from "../samples";

describe("what a deposit has inside", () => {
  it("is its processor, its lines and its fees", () => {
    const deposit = sampleDeposit({
      source: "Stripe",
      fees: "1041.20",
      line_counts: { charges: 12, refunds: 1, disputes: 2 },
    });
    const text = "Stripe · 12 charges, 1 refund, 2 disputes · fees 1,041.20";
    expect(contentsText(deposit, "USD")).toBe(text);
    expect(contentsText(deposit, "EUR")).toBe(text.replace("fees ", "fees USD "));
  });

  it("leaves out what there is none of", () => {
    expect(contentsText(sampleDeposit({ source: "Stripe" }), "USD")).toBe("Stripe");
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
