import { expect, it } from "vitest";
import { fromSorting, toSorting } from "@/components/deposits/deposit-rows";

it.each(["date", "-date", "amount", "-account", "-quickbooks_id", "status"] as const)(
  "%s round-trips",
  (sort) => {
    expect(fromSorting(toSorting(sort))).toBe(sort);
  },
);

it("uses no order that the API lacks", () => {
  expect(fromSorting({ id: "posting", desc: false })).toBeUndefined();
  expect(fromSorting({ id: "-date", desc: true })).toBeUndefined();
});
