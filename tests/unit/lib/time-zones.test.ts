import { expect, test } from "vitest";
import { localClock } from "@/lib/time-zones";

test.each([
  // The clocks go from 01:59 to 03:00, and from 01:59 back to 01:00.
  ["2026-03-08T06:59:00Z", "America/New_York", "2026-03-08", 119],
  ["2026-03-08T07:00:00Z", "America/New_York", "2026-03-08", 180],
  ["2026-11-01T05:30:00Z", "America/New_York", "2026-11-01", 90],
  ["2026-11-01T06:30:00Z", "America/New_York", "2026-11-01", 90],
  ["2026-01-01T04:59:00Z", "America/New_York", "2025-12-31", 1439],
  ["2026-01-01T05:00:00Z", "America/New_York", "2026-01-01", 0],
  ["2026-06-30T18:15:00Z", "Asia/Kathmandu", "2026-07-01", 0],
  ["2026-01-01T10:15:00Z", "Pacific/Chatham", "2026-01-02", 0],
])("%s in %s is %s, minute %i", (instant, zone, date, minute) => {
  expect(localClock(new Date(instant), zone)).toEqual({ date, minute });
});
