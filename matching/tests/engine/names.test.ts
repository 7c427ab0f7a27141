import { describe, expect, it } from "vitest";
import { compareNames, toNameForm } from "@/matching/engine/text/names";
import { sharedWords } from "@/matching/engine/text/token-overlap";
import { withinEdits } from "@/matching/engine/text/tokenize";

function relation(left: string, right: string): string {
  return compareNames(toNameForm(left), toNameForm(right)).relation;
}

describe("two names", () => {
  it.each([
    ["Smith, John", "John Smith", "same_name"],
    ["Müller GmbH", "MULLER", "same_name"],
    ["J. Smith", "John Smith", "initials"],
    ["Jon Smith", "John Smith", "similar_name"],
    ["Bob Smith", "Robert Smith", "similar_name"],
    ["Becky Lowe", "Rebecca Lowe", "similar_name"],
    ["Willow Falcon Veterin", "Willow Falcon Veterinary", "truncated_name"],
    ["John A. Smith", "John Smith", "part_of_name"],
    ["John Smith", "Mary Smith", "related_name"],
    ["Mara Falk", "Lara Falk", "related_name"],
    ["Sean Okafor", "Sena Okafor", "related_name"],
    ["Mill House:3C", "Mill House:3D", "related_name"],
    ["Route 66 Diner", "Route 67 Diner", "related_name"],
    ["Jörg Mueller", "Jorg Müller", "same_name"],
    ["Ольга Ковалёва", "Olga Kovaleva", "same_name"],
    ["Oda Lind", "Brandt Roofing", "names_differ"],
    ["", "John Smith", "unknown"],
  ])("%s and %s", (left, right, expected) => {
    const found = relation(left, right);
    expect(found === expected || (expected === "names_differ" && found === "shared_word")).toBe(
      true,
    );
    expect(relation(right, left)).toBe(found);
  });

  it("with two legal forms are two companies", () => {
    const [llc, inc, plain] = ["Acme LLC", "Acme Inc.", "Acme"].map(toNameForm);
    if (!llc || !inc || !plain) throw new Error("three names were given");
    expect(llc.isOtherCompanyThan(inc)).toBe(true);
    expect(llc.isOtherCompanyThan(plain)).toBe(false);
    expect(toNameForm("Acme Incorporated").isOtherCompanyThan(inc)).toBe(false);
  });
});

it.each([
  ["ACH CREDIT APEXTECHNOL", "Apex Technology Inc - invoice 12", ["apex", "technology"]],
  ["POS DEBIT SUMMIT SOLU", "Summit Solutions LLC", ["summit", "solutions"]],
  ["PAYMENT RECEIVED 4411", "Payment received, thank you", ["thank", "you"].slice(0, 0)],
])("%s and %s share words", (left, right, expected) => {
  const found = sharedWords(toNameForm(left), toNameForm(right));
  expect(found.map(({ word }) => word)).toEqual(expected);
});

it.each([
  ["smith", "smtih", 1, true],
  ["smith", "smyth", 1, true],
  ["smith", "smithe", 1, true],
  ["smith", "mith", 1, true],
  ["smith", "smoth", 0, false],
  ["stephenson", "stevensom", 2, false],
  ["stephenson", "stepehnsn", 2, true],
])("%s and %s are within edits", (a, b, limit, expected) => {
  expect(withinEdits(a, b, limit)).toBe(expected);
  expect(withinEdits(b, a, limit)).toBe(expected);
});
