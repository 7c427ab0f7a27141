import { expect, it } from "vitest";
import { axisLabel, periodLabel } from "@/components/dashboard/trend-table";

const week = { start: "2026-09-28", last: "2026-10-04" };
const month = { start: "2026-02-01", last: "2026-02-28" };

it("names a week by its first day, in the company's order", () => {
  expect(axisLabel(week.start, "week", "MM-DD-YYYY")).toBe("Sep 28");
  expect(axisLabel(week.start, "week", "DD-MM-YYYY")).toBe("28 Sep");
});

it("names the days of a week, or its only day so far", () => {
  expect(periodLabel(week, "week", "YYYY-MM-DD")).toBe("Sep 28 – Oct 4");
  expect(periodLabel({ ...week, last: week.start }, "week", "DD-MM-YYYY")).toBe("28 Sep");
});

it("names a month, with its year where there is room", () => {
  expect(axisLabel(month.start, "month", "MM-DD-YYYY")).toBe("Feb");
  expect(periodLabel(month, "month", "DD-MM-YYYY")).toBe("Feb 2026");
});
