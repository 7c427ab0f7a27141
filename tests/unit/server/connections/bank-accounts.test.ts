import { expect, test } from "vitest";
import { bankFor, bankSetting } from "@/server/connections/bank-accounts";

const company = { bankId: "35", bankName: "Checking", bankCurrency: "USD" };
const euro = { bankId: "36", bankName: "Euro Account", bankCurrency: "EUR" };
const other = { bankId: "37", bankName: "Second Euro Account", bankCurrency: "EUR" };

test("each source has its own bank account in each currency, otherwise the company's in that currency", () => {
  const settings = {
    ...company,
    ...bankSetting({ source: "stripe", currency: "EUR" }, euro),
    ...bankSetting({ source: "authorizenet", currency: "EUR" }, other),
  };
  const bankOf = (source: "stripe" | "authorizenet", currency: string) =>
    bankFor(settings, { source, currency })?.bankName;
  expect([bankOf("stripe", "EUR"), bankOf("authorizenet", "EUR")]).toEqual([
    euro.bankName,
    other.bankName,
  ]);
  expect([bankOf("stripe", "USD"), bankOf("stripe", "GBP")]).toEqual(["Checking", undefined]);
});
