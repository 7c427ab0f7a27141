import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Discount, predictFee, predictFeeLine } from "@/server/connections/predicted-fees";
import type { SourceLine, SourcePayout } from "@/server/providers/types";
import { payoutTotal } from "@/server/sync/store-payout";

const rate = (
  discountPercent: string,
  discountFixed: string,
  discountTiming: Discount["discountTiming"] = "daily",
): Discount => ({ discountPercent, discountFixed, discountTiming });

const line = (kind: SourceLine["kind"], gross: number): SourceLine => ({
  providerId: `${kind}${gross}`,
  kind,
  providerKind: kind,
  date: "2026-03-05",
  gross,
  fee: 0,
  net: gross,
  currency: "USD",
  feePredicted: false,
  description: "",
  customerName: "",
  customerEmail: "",
  customer: null,
  reference: "",
  raw: {},
});

const batch: SourcePayout = {
  providerId: "1221577",
  status: "paid",
  date: "2026-03-05",
  amount: null,
  currency: "USD",
  description: "",
  itemized: true,
  complete: true,
  raw: {},
};

describe("the predicted fee", () => {
  test.each([
    ["2.9", "0.30", [10_000], 320],
    ["2.90", "0.30", [10_000, 5_000], 495],
    // 1.45 and 0.5: half a cent rounds up, once for the whole batch.
    ["2.9", "0", [50], 1],
    ["2.9", "0", [17, 17, 17], 1],
    ["0.0001", "0", [500_000], 1],
    ["0.0001", "0", [499_999], 0],
    ["99.9999", "0", [1_000_000], 999_999],
    ["0", "0.10", [], 0],
    ["0.00", "0.00", [10_000], 0],
  ])("%s %% + %s on %j is %i", (percent, fixed, charges, fee) => {
    expect(predictFee({ percent, fixed }, charges, "USD")).toBe(fee);
  });

  test("the fixed part is in the currency's own units", () => {
    expect(predictFee({ percent: "0", fixed: "30.00" }, [1_000, 1_000], "JPY")).toBe(60);
    expect(predictFee({ percent: "0", fixed: "0.30" }, [1_000], "KWD")).toBe(300);
  });
});

describe("a batch as it is stored", () => {
  const lines = [line("charge", 10_000), line("refund", -2_500), line("charge", 5_000)];

  test("daily: the fee is a separate predicted line, deducted from the deposit", () => {
    const counted = payoutTotal(batch, lines, rate("2.9", "0.30"));
    expect(counted.payout.amount).toBe(12_500 - 495);
    expect(counted.lines.at(-1)).toMatchObject({
      providerId: "1221577-discount",
      kind: "fee",
      gross: -495,
      net: -495,
      feePredicted: true,
      description: "Processing fees (estimated: 2.9% + 0.30 on 2 charges)",
    });
    expect(counted.lines.slice(0, -1)).toEqual(lines);
  });

  test("monthly, without a rate, and for sources that report fees: the deposit is whole", () => {
    for (const discount of [rate("2.9", "0.30", "monthly"), rate("0.00", "0.00"), null]) {
      expect(payoutTotal(batch, lines, discount)).toEqual({
        payout: { ...batch, amount: 12_500 },
        lines,
      });
    }
  });

  test("a reported amount stays unchanged", () => {
    expect(payoutTotal({ ...batch, amount: 7 }, [], null).payout.amount).toBe(7);
  });

  test("a batch with only refunds has no fee, a negative amount, and still closes", () => {
    const refunds = [line("refund", -100), line("dispute", -250)];
    expect(predictFeeLine(rate("2.9", "0.30"), batch, refunds)).toBeNull();
    expect(payoutTotal(batch, refunds, rate("2.9", "0.30")).payout.amount).toBe(-350);
  });

  test("any batch's lines equal the deposit to the cent", () => {
    const kinds = fc.constantFrom("charge", "refund", "dispute", "dispute_reversal", "other");
    fc.assert(
      fc.property(
        fc.array(fc.tuple(kinds, fc.integer({ min: 0, max: 10_000_000 })), { minLength: 1 }),
        fc.integer({ min: 0, max: 999_999 }),
        fc.integer({ min: 0, max: 9_999 }),
        fc.constantFrom("daily", "monthly"),
        (moved, percent, fixed, timing) => {
          const settled = moved.map(([kind, amount]) =>
            line(kind, kind === "refund" || kind === "dispute" ? -amount : amount),
          );
          const discount = rate((percent / 10_000).toFixed(4), (fixed / 100).toFixed(2), timing);
          const { payout, lines: stored } = payoutTotal(batch, settled, discount);
          expect(stored.reduce((sum, each) => sum + each.net, 0)).toBe(payout.amount);
          expect(stored.every(({ gross, fee, net }) => gross - fee === net)).toBe(true);
          expect(stored.filter(({ feePredicted }) => feePredicted).length).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
