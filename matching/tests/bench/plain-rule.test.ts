import { expect, test } from "vitest";
import { plainRule } from "@/matching/bench/plain-rule";
import { books, type Row } from "./samples";

function pairs(lines: Row[], payments: Row[]): string[] {
  const dataset = books(lines, payments, []);
  return plainRule(dataset.deposits, dataset.payments).map(
    ({ lineIds, paymentIds }) => `${lineIds.join()}-${paymentIds.join()}`,
  );
}

test("takes the nearest equal amount, line by line, no payment twice", () => {
  const lines = [
    { id: "l2", date: "2026-03-03", amount: 2900 },
    { id: "l1", date: "2026-03-02", amount: 2900 },
    { id: "l3", date: "2026-03-03", amount: 1900 },
  ];
  const payments = [
    { id: "p1", date: "2026-03-03", amount: 2900 },
    { id: "p2", date: "2026-03-10", amount: 2900 },
    { id: "p3", date: "2026-03-03", amount: 1901 },
  ];
  expect(pairs(lines, payments)).toEqual(["l1-p1", "l2-p2"]);
});

test("looks from 4 days before to 21 days after", () => {
  const line = [{ id: "l", date: "2026-03-10", amount: 500 }];
  const on = (date: string) => pairs(line, [{ id: "p", date, amount: 500 }]).length;
  expect(["2026-03-05", "2026-03-06", "2026-03-31", "2026-04-01"].map(on)).toEqual([0, 1, 1, 0]);
});

test("keeps currencies apart and takes deposits without lines as a whole", () => {
  const deposit = { id: "D", date: "2026-03-10", amount: 500, currency: "EUR" };
  const payment = { id: "p", date: "2026-03-10", amount: 500 };
  expect(plainRule([deposit], [{ ...payment, currency: "USD" }])).toEqual([]);
  const [found] = plainRule([deposit], [{ ...payment, currency: "EUR" }]);
  expect(found).toMatchObject({ depositId: "D", lineIds: [], paymentIds: ["p"] });
});
