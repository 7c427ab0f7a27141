import { expect, test } from "vitest";
import { feeTaxHint } from "@/lib/fee-tax-hint";

const codes = (...names: string[]) => names.map((Name) => ({ Name }));

test("exempt and reverse charge codes get a sentence each, by their names in the books", () => {
  const hint = feeTaxHint(codes("20.0% S", "Exempt", "20.0% RC SG"), "VAT");
  expect(hint).toBe(
    "“Exempt”: the processor's invoice shows no VAT. “20.0% RC SG”: its invoice says that you account for the VAT yourself.",
  );
  expect(feeTaxHint(codes("Out of Scope", "GST"), "GST")).toBe(
    "“Out of Scope”: the processor's invoice shows no GST.",
  );
  expect(feeTaxHint(codes("20.0% S", "0.0% Z", "Arches"), "VAT")).toBe("");
});
