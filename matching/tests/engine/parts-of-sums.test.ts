import { expect, test } from "vitest";
import type { LineInput, PaymentInput } from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";

const SURNAMES = ["Alder", "Birken", "Cold", "Dunn", "Elver", "Faver", "Gold", "Hather", "Kittle"];
const ENDS = ["brook", "cote", "fold", "hurst", "thwaite"];

/** A club's books: each family pays two dues, 120.00 and 95.00, with one charge. */
function familyDues(): { lines: LineInput[]; payments: PaymentInput[] } {
  const families = SURNAMES.flatMap((start) => ENDS.map((end) => start + end));
  const lines = families.map((family, i) => lineOf(`l${i}`, `Peter ${family}`, 21_500));
  const payments = families.flatMap((family, i) => [
    paymentOf(`p${i}a`, `Peter ${family}`, 12_000),
    paymentOf(`p${i}b`, `Peter ${family}`, 9_500),
  ]);
  return { lines, payments };
}

function lineOf(id: string, entity: string, amount: number): LineInput {
  return { id, type: "charge", date: "2026-03-02", amount, fee: 300, entity };
}

function paymentOf(id: string, customerName: string, amount: number): PaymentInput {
  return { id, date: "2026-03-02", amount, currency: "USD", customerName };
}

function decisionOn(lines: LineInput[], payments: PaymentInput[]) {
  const amount = lines.reduce((sum, line) => sum + line.amount - (line.fee ?? 0), 0);
  const deposit = { id: "po", date: "2026-03-04", amount, currency: "USD", lines };
  const { matches } = match([deposit], payments, { algorithm: "smart" });
  return matches.find(({ lineIds }) => lineIds.includes("anna"));
}

const anna = lineOf("anna", "Anna Wolverstock", 9_500);
const dues = paymentOf("dues", "Anna Wolverstock", 9_500);

test("one's own dues are matched automatically", () => {
  const { lines, payments } = familyDues();
  expect(decisionOn([...lines, anna], [...payments, dues])?.decision).toBe("auto");
});

test("dues that a larger charge of the family may include are suggested, and say so", () => {
  const { lines, payments } = familyDues();
  const both = lineOf("both", "Paul Wolverstock", 21_500);
  const found = decisionOn([...lines, anna, both], [...payments, dues]);
  expect(found?.paymentIds).toEqual(["dues"]);
  expect(found?.decision).toBe("suggested");
  expect(found?.evidence.map(({ level }) => level)).toContain("part_of_sum");
});

test("in books without such sums a larger charge of the family raises no doubt", () => {
  const both = lineOf("both", "Paul Wolverstock", 21_500);
  expect(decisionOn([anna, both], [dues])?.decision).toBe("auto");
});
