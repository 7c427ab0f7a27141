import { expect, test } from "vitest";
import { currencySums } from "@/server/overview/load-dashboard-status";

test("the currency with the most deposits is first, one without deposits is left out", () => {
  const sums = currencySums([
    { currency: "CAD", deposits: 0, amount: "0" },
    { currency: "EUR", deposits: 1, amount: "5000" },
    { currency: "USD", deposits: 1, amount: "1000" },
    { currency: "USD", deposits: 2, amount: "2345" },
  ]);
  expect(sums.map(({ currency }) => currency)).toEqual(["USD", "EUR"]);
});
