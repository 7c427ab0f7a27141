import { expect, test } from "vitest";
import { lineAbout, usualQuestion } from "@/lib/line-about";

test("a line is named by its amount and day, in the company's order", () => {
  const line = { amount: "1264.50", date: "2026-11-02" };
  expect(lineAbout(line, "MM-DD-YYYY")).toBe("1,264.50 on Nov 2");
  expect(lineAbout(line, "DD-MM-YYYY")).toBe("1,264.50 on 2 Nov");
  expect(lineAbout({ amount: "-45.00", date: "2026-01-31" }, "MM-DD-YYYY")).toBe("45.00 on Jan 31");
});

test.each([
  ["charge", "64.50", "Who paid 64.50 on Nov 2?"],
  ["refund", "-45.00", "Who got the refund of 45.00 on Nov 2?"],
  ["adjustment", "-3.10", "What is the 3.10 on Nov 2 for?"],
])("a question about a %s", (kind, amount, question) => {
  expect(usualQuestion({ kind, amount, date: "2026-11-02" }, "MM-DD-YYYY")).toBe(question);
});
