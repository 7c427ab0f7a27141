import { expect, test } from "vitest";
import { timeZoneChoices } from "@/components/settings/time-zone-choices";

test("five choices from New York to London", () => {
  const labels = timeZoneChoices("Europe/London").map(({ label }) => label);
  expect(labels).toHaveLength(5);
  expect(labels[0]).toMatch(/^New York/);
  expect(labels[4]).toMatch(/^London/);
});

test("another zone, set through the API, stays a choice", () => {
  expect(timeZoneChoices("America/Port_of_Spain")[5]).toEqual({
    value: "America/Port_of_Spain",
    label: "America/Port of Spain",
  });
});
