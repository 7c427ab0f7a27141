import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "@/lib/dates";
import type { DepositInput, LineInput, PaymentInput } from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";

const DAY = "2026-03-05";

type Line = [id: string, amount: number, entity?: string | undefined];

function payout(lines: Line[], more: Partial<LineInput> = {}): DepositInput {
  const all = lines.map(([id, amount, entity]) => ({
    ...{ id, type: amount < 0 ? "refund" : "charge", date: DAY, amount, ...more },
    ...(entity !== undefined && { entity }),
  }));
  const amount = all.reduce((sum, line) => sum + line.amount, 0);
  return {
    id: "po",
    date: addDays(DAY, 2),
    amount,
    currency: "USD",
    processor: "stripe",
    lines: all,
  };
}

function paid(id: string, amount: number, customerName?: string): PaymentInput {
  const named = customerName === undefined ? {} : { customerName };
  return { id, date: DAY, amount, currency: "USD", type: "SalesReceipt", ...named };
}

function found(deposit: DepositInput, payments: PaymentInput[]) {
  const { matches } = match([deposit], payments, { algorithm: "smart" });
  return Object.fromEntries(
    matches.map(({ lineIds, paymentIds }) => [lineIds.join(), paymentIds.join()]),
  );
}

describe("a charge and its own refund", () => {
  it("are not added to a charge that its payment fits alone", () => {
    const lines: Line[] = [
      ["a", 21_480, "José Petrov"],
      ["b", 20_428, "O Ibrahim"],
      ["c", -20_428, "O Ibrahim"],
    ];
    expect(found(payout(lines), [paid("p", 21_480, "José Petrov")])).toEqual({ a: "p" });
    expect(Object.keys(found(payout(lines), [paid("p", 21_480)]))).not.toContain("a,b,c");
    expect(found(payout(lines), [paid("p", 21_480, "Walk-in customer")])).not.toHaveProperty(
      "a,b,c",
    );
  });

  it("are not added to an equal charge of somebody else", () => {
    const lines: Line[] = [
      ["a", 5_000, "José Petrov"],
      ["b", 5_000, "O Ibrahim"],
      ["c", -5_000, "O Ibrahim"],
    ];
    for (const customer of ["José Petrov", undefined]) {
      for (const ids of Object.keys(found(payout(lines), [paid("p", 5_000, customer)]))) {
        expect(ids).toMatch(/^[ab]$/);
      }
    }
  });

  it("are part of the one receipt of all sales of a day", () => {
    const lines: Line[] = [
      ...([12_317, 4_423, 8_891, 2_077].map((amount, i) => [`l${i}`, amount]) as Line[]),
      ...([
        ["x", 20_428],
        ["y", -20_428],
      ] as Line[]),
    ];
    expect(found(payout(lines), [paid("p", 27_708)])).toEqual({ "l0,l1,l2,l3,x,y": "p" });
  });

  it("are not added to a charge in a long payout of sales that were undone", () => {
    const undone = Array.from({ length: 10 }, (_, i) => [
      [`x${i}`, 1_003 + 517 * i] as Line,
      [`y${i}`, -1_003 - 517 * i] as Line,
    ]).flat();
    const lines: Line[] = [["a", 21_480], ...undone];
    for (const ids of Object.keys(found(payout(lines), [paid("p", 21_480)]))) {
      expect(ids).toBe("a");
    }
  });

  it("are found where the books have what is left of them in one receipt", () => {
    const lines: Line[] = [
      ["b", 20_428, "O Ibrahim"],
      ["c", -4_317, "O Ibrahim"],
    ];
    expect(found(payout(lines), [paid("p", 16_111, "O Ibrahim")])).toEqual({ "b,c": "p" });
  });
});

it("no set is one line and what adds up to nothing", () => {
  const amount: fc.Arbitrary<number> = fc.constantFrom(
    2_900,
    -2_900,
    1_234,
    -1_234,
    4_134,
    -4_134,
    5_800,
    777,
  );
  const name = fc.constantFrom("Ada Quist", "Bo Ek", undefined);
  const lines = fc.array(fc.record({ amount, name }), { minLength: 2, maxLength: 9 });
  const payments = fc.array(
    fc.record({ lines: fc.subarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 1 }), name }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(lines, payments, (all, sums) => {
      const deposit = payout(all.map((one, i) => [`l${i}`, one.amount, one.name]));
      const rows = sums.map((sum, i) => {
        const total = sum.lines.reduce((left, at) => left + (all[at]?.amount ?? 0), 0);
        return paid(`p${i}`, total, sum.name);
      });
      for (const { lineIds } of match([deposit], rows, { algorithm: "smart" }).matches) {
        const amounts = lineIds.map((id) => all[Number(id.slice(1))]?.amount ?? 0);
        if (amounts.length < 2) continue;
        // Without one line the rest is something.
        for (const [at] of amounts.entries()) {
          const rest = amounts.filter((_, other) => other !== at);
          expect(rest.reduce((sum, each) => sum + each, 0)).not.toBe(0);
        }
      }
    }),
    { numRuns: 300 },
  );
});
