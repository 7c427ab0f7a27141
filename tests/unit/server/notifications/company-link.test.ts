import { expect, test } from "vitest";
import { companyLink } from "@/server/notifications/week";

test.each([
  ["/dashboard", "/dashboard?company=c1"],
  ["/settings?tab=people", "/settings?tab=people&company=c1"],
  ["/dashboard/review#runs", "/dashboard/review?company=c1#runs"],
])("%s leads to its company", (path, link) => {
  expect(companyLink(path, "c1")).toBe(link);
});
