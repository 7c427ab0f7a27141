import { expect, test } from "vitest";
import type { DepositInput, LineInput, PaymentInput } from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";

const DAYS = Array.from({ length: 20 }, (_, i) => `2026-03-${String(i + 1).padStart(2, "0")}`);
const CENTS = [2311, 4707, 3129];

/** A day's charges at the front desk, and as many that were paid online. */
function chargesOf(date: string, day: number): LineInput[] {
  const charge = (id: string, amount: number, description: string): LineInput => {
    return { id: `${date} ${id}`, type: "charge", date, amount, description };
  };
  const desk = CENTS.map((cents, i) =>
    charge(`desk ${i}`, cents + day * (i + 7), "Front desk Visa"),
  );
  const online = CENTS.map((cents, i) => charge(`web ${i}`, cents + day * (i + 11), "Online Visa"));
  return [...desk, ...online];
}

function payoutOf(date: string, lines: LineInput[]): DepositInput {
  return { id: date, date, amount: totalOf(lines), currency: "USD", lines };
}

function totalOf(lines: LineInput[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

/** @param recordsTotals the front desk's charges are recorded as one payment per day, or one by one */
function decisionOnAnna(recordsTotals: boolean) {
  const deposits: DepositInput[] = [];
  const payments: PaymentInput[] = [];
  const record = (date: string, amount: number, customerName?: string) => {
    payments.push({ id: `p${payments.length}`, date, amount, currency: "USD", customerName });
  };
  for (const [day, date] of DAYS.entries()) {
    const lines = chargesOf(date, day);
    const desk = lines.slice(0, CENTS.length);
    if (recordsTotals) record(date, totalOf(desk), "Counter");
    for (const { amount } of recordsTotals ? lines.slice(CENTS.length) : lines)
      record(date, amount);
    deposits.push(payoutOf(date, lines));
  }
  const anna: LineInput = {
    ...{ id: "anna", type: "charge", date: "2026-03-25", amount: 4_500 },
    ...{ entity: "Anna Wolverstock", description: "Front desk Visa" },
  };
  const other: LineInput = { ...anna, id: "other", amount: 3_175, entity: "Bo Alder" };
  deposits.push(payoutOf("2026-03-25", [anna, other]));
  record("2026-04-03", 4_500, "Anna Wolverstock");
  const { matches } = match(deposits, payments, { algorithm: "smart" });
  return matches.find(({ lineIds }) => lineIds.includes("anna"));
}

test("a customer's payment isn't matched to a charge such as the books have in daily totals", () => {
  const found = decisionOnAnna(true);
  expect(found?.decision).toBe("suggested");
  expect(found?.evidence.map(({ level }) => level)).toContain("usually_summed");
});

test("where such charges are recorded one by one, it is", () => {
  expect(decisionOnAnna(false)?.decision).toBe("auto");
});
