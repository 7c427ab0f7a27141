import { expect, test } from "vitest";
import { whyFound } from "@/components/shell/why-found";

const line = (description: string, entity: string, amount: string) => ({
  ...{ id: 1, plateform: "Stripe", status: "pending" as const },
  ...{ description, entity, amount },
});
const deposit = {
  total_amt: "3292.48",
  lines: [line("Order #10469", "Ada Lovelace", "12.00"), line("Order #10470", "Carlos", "1126.47")],
};

test.each([
  ["10470", "Order #10470 · Carlos · 1126.47"],
  ["carlos 1,126.47", "Order #10470 · Carlos · 1126.47"],
  ["3,292.48", ""],
  ["nobody", ""],
])("%s is found by %s", (searched, why) => {
  expect(whyFound(deposit as never, searched)).toBe(why);
});
