import { expect, test } from "vitest";
import { timeZoneName } from "@/lib/time-zone-name";

test.each([
  ["America/New_York", "Eastern Time"],
  ["America/Los_Angeles", "Pacific Time"],
  ["Europe/London", "United Kingdom Time"],
])("%s is %s", (zone, name) => {
  expect(timeZoneName(zone)).toBe(name);
});
