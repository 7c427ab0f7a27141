import { expect, test } from "vitest";
import { monthText } from "@/components/companies/month-text";
import { filterCompanies } from "@/components/companies/needs";
import { countNeeds, needTexts } from "@/lib/company-needs";
import type { CompanyNeeds } from "@/lib/contracts/companies-overview";

const company = (name: string, more: Partial<CompanyNeeds> = {}): CompanyNeeds => ({
  ...{ id: name, name, role: "bookkeeper", suggested: 0, to_decide: 0, not_posted: 0 },
  ...{ on_their_way: 0, connected: 1, ending: 0, last_synced_at: null, last_posted_at: null },
  ...{ months: [], ...more },
});
const all = [
  company("Blue Harbor", { suggested: 1, not_posted: 2 }),
  company("Rosewood", { ending: 1, connected: 0 }),
  company("Silver Oak", { to_decide: 3 }),
  company("Unconnected", { connected: 0 }),
  company("Quiet", { on_their_way: 2 }),
];
const names = (filter: Parameters<typeof filterCompanies>[1]) =>
  filterCompanies(all, filter).map(({ name }) => name);

test("companies are found by a part of their name and by what they need", () => {
  expect(names({ name: " HARB", need: "all" })).toEqual(["Blue Harbor"]);
  expect(names({ name: "", need: "any" })).toEqual([
    "Blue Harbor",
    "Rosewood",
    "Silver Oak",
    "Unconnected",
  ]);
  expect(names({ name: "", need: "to_decide" })).toEqual(["Silver Oak"]);
  expect(names({ name: "", need: "ending" })).toEqual(["Rosewood"]);
  expect(names({ name: "", need: "unconnected" })).toEqual(["Unconnected"]);
  expect(names({ name: "quiet", need: "any" })).toEqual([]);
});

test("what is stuck is said first, and each deposit once", () => {
  const needs = { suggested: 1, to_decide: 3, not_posted: 2, ending: 1, on_their_way: 4 };
  expect(needTexts(company("A", needs))).toEqual([
    { text: "2 not posted", isUrgent: true },
    { text: "1 connection to renew", isUrgent: true },
    { text: "1 to confirm", isUrgent: false },
    { text: "3 to decide", isUrgent: false },
  ]);
  expect(countNeeds(company("A", needs))).toBe(7);
  expect(needTexts(company("A", { not_posted: 1_200, to_decide: 1_000 }))).toEqual([
    { text: "1,200 not posted", isUrgent: true },
    { text: "1,000+ to decide", isUrgent: false },
  ]);
  expect(needTexts(company("B"))).toEqual([]);
});

test("a month says what is open in it", () => {
  const month = { first_day: "2026-10-01", deposits: 21, open: 0 };
  expect(monthText(month)).toBe("Oct ✓");
  expect(monthText({ ...month, open: 3 })).toBe("Oct 3 open");
  expect(monthText({ ...month, deposits: 0 })).toBe("Oct –");
});
