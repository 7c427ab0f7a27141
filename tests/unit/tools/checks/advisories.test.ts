import { expect, it } from "vitest";
import { readAudit } from "@/tools/checks/advisories";

const advisory = { title: "Unbounded recursion", url: "https://example.com/GHSA-1" };

it("names each package with an advisory, and tells the severe ones", () => {
  const vulnerabilities = {
    underscore: { severity: "high", range: "<=1.13.7", via: [advisory] },
    "node-quickbooks": { severity: "moderate", range: "*", via: ["underscore"] },
  };
  const high = "high: underscore <=1.13.7 (Unbounded recursion, https://example.com/GHSA-1)";
  expect(readAudit(JSON.stringify({ vulnerabilities }))).toEqual({
    known: [high, "moderate: node-quickbooks * (underscore)"],
    severe: [high],
    unanswered: null,
  });
});

it("knows nothing wrong of packages without one", () => {
  const audit = { auditReportVersion: 2, vulnerabilities: {} };
  expect(readAudit(JSON.stringify(audit))).toEqual({ known: [], severe: [], unanswered: null });
});

it.each([
  ['{"message": "405 Method Not Allowed"}', "405 Method Not Allowed"],
  ["npm error network", "npm error network"],
  ["", "no answer"],
])("says why a registry told nothing: %j", (output, why) => {
  expect(readAudit(output)).toMatchObject({ known: [], unanswered: why });
});
