import { expect, test } from "vitest";
import { timeAgo } from "@/lib/time-ago";

const NOW = new Date("2026-03-08T12:00:00Z");

test.each([
  ["2026-03-08T12:00:03Z", "just now"],
  ["2026-03-08T11:59:01Z", "just now"],
  ["2026-03-08T11:59:00Z", "1 minute ago"],
  ["2026-03-08T11:00:01Z", "59 minutes ago"],
  ["2026-03-08T11:00:00Z", "1 hour ago"],
  ["2026-03-07T12:00:01Z", "23 hours ago"],
  ["2026-03-07T12:00:00Z", "1 day ago"],
  ["2026-02-08T12:00:00Z", "28 days ago"],
])("%s", (instant, words) => {
  expect(timeAgo(instant, NOW)).toBe(words);
});
