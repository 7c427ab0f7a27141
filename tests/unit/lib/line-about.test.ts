import { expect, test } from "vitest";
import { dayInWords, lineAbout, usualQuestion } from "@/lib/line-about";

test("a line is named by its amount and day", () => {
  expect(lineAbout({ amount: "1264.50", date: "2026-11-02" })).toBe("1,264.50 on Nov 2");
  expect(lineAbout({ amount: "-45.00", date: "2026-01-31" })).toBe("45.00 on Jan 31");
  expect(dayInWords("2026-11-02")).toBe("Nov 2, 2026");
});

test.each([
  ["charge", "64.50", "Who paid 64.50 on Nov 2?"],
  ["refund", "-45.00", "Who got the refund of 45.00 on Nov 2?"],
  ["adjustment", "-3.10", "What is the 3.10 on Nov 2 for?"],
])("a question about a %s", (kind, amount, question) => {
  expect(usualQuestion({ kind, amount, date: "2026-11-02" })).toBe(question);
});
