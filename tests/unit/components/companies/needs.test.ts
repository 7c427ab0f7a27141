import { expect, test } from "vitest";
import { filterCompanies } from "@/components/companies/needs";
import { needTexts } from "@/lib/company-needs";
import type { CompanyNeeds } from "@/lib/contracts/companies-overview";

const company = (name: string, more: Partial<CompanyNeeds> = {}): CompanyNeeds => ({
  ...{ id: name, name, role: "bookkeeper", suggested: 0, pending: 0, undecided: 0 },
  ...{ not_posted: 0, connected: 1, ending: 0, last_synced_at: null, open: [], oldest_open: null },
  ...more,
});
const all = [
  company("Blue Harbor", { suggested: 1, not_posted: 2 }),
  company("Rosewood", { ending: 1 }),
  company("Silver Oak", { undecided: 3, pending: 1 }),
  company("Quiet"),
];
const names = (filter: Parameters<typeof filterCompanies>[1]) =>
  filterCompanies(all, filter).map(({ name }) => name);

test("companies are found by a part of their name and by what they need", () => {
  expect(names({ name: " HARB", need: "all" })).toEqual(["Blue Harbor"]);
  expect(names({ name: "", need: "any" })).toEqual(["Blue Harbor", "Rosewood", "Silver Oak"]);
  expect(names({ name: "", need: "undecided" })).toEqual(["Silver Oak"]);
  expect(names({ name: "", need: "ending" })).toEqual(["Rosewood"]);
  expect(names({ name: "quiet", need: "any" })).toEqual([]);
});

test("what is stuck is said first", () => {
  const needs = { suggested: 1, undecided: 4, pending: 3, not_posted: 2, ending: 1 };
  expect(needTexts(company("A", needs))).toEqual([
    { text: "2 not posted", isUrgent: true },
    { text: "1 connection to renew", isUrgent: true },
    { text: "1 suggestion", isUrgent: false },
    { text: "4 lines to decide", isUrgent: false },
    { text: "3 open", isUrgent: false },
  ]);
  expect(needTexts(company("A", { undecided: 1_000 }))).toEqual([
    { text: "1,000+ lines to decide", isUrgent: false },
  ]);
  expect(needTexts(company("A", { not_posted: 1_200, pending: 34_567 }))).toEqual([
    { text: "1,200 not posted", isUrgent: true },
    { text: "34,567 open", isUrgent: false },
  ]);
  expect(needTexts(company("B"))).toEqual([]);
});
