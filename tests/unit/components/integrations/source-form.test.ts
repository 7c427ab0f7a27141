import { describe, expect, it } from "vitest";
import { feeOfHundred } from "@/components/integrations/discount-fields";
import { changesOf, offered, type SourceForm } from "@/components/integrations/source-form";

const saved: SourceForm = {
  categoryId: "12",
  discount: {
    ...{ discount_percent: "2.90", discount_fixed: "0.30", discount_timing: "daily" },
    ...{ echeck_percent: "0.75", echeck_fixed: "0.00" },
    ...{ card_days: 0, echeck_days: 0, amex_apart: false, amex_days: 0 },
  },
};

describe("changesOf", () => {
  it("separates the two, because each is saved by its own call", () => {
    expect(changesOf(saved, structuredClone(saved))).toEqual({ category: false, discount: false });
    expect(changesOf(saved, { ...saved, categoryId: "13" })).toEqual({
      category: true,
      discount: false,
    });
    const monthly = { ...saved.discount, discount_timing: "monthly" as const };
    expect(changesOf(saved, { ...saved, discount: monthly })).toEqual({
      category: false,
      discount: true,
    });
  });
});

describe("offered", () => {
  it("is what most acquirers do until something is saved, and differs from it", () => {
    const initial = offered(saved, { is_default: true });
    expect(initial.discount).toMatchObject({ card_days: 2, echeck_days: 7, amex_days: 3 });
    expect(changesOf(saved, initial)).toEqual({ category: false, discount: true });
    expect(offered(saved, { is_default: false })).toEqual(saved);
  });
});

describe("feeOfHundred", () => {
  it("adds share and fixed fee, to the cent", () => {
    expect(feeOfHundred("2.90", "0.30")).toBe("3.20");
    expect(feeOfHundred("2.9", "0.3")).toBe("3.20");
    expect(feeOfHundred("0", "0")).toBe("0.00");
    expect(feeOfHundred("1.2345", "0")).toBe("1.23");
    expect(feeOfHundred("99.9999", "9999.99")).toBe("10099.99");
  });

  it("returns nothing for an invalid rate", () => {
    expect(feeOfHundred("", "0.30")).toBeNull();
    expect(feeOfHundred("2,9", "0.30")).toBeNull();
    expect(feeOfHundred("2.9", "free")).toBeNull();
    expect(feeOfHundred("-1", "0")).toBeNull();
  });
});
