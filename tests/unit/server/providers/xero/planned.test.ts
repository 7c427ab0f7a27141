import { expect, test } from "vitest";
import { readVendorFile, validators, vendorFolder } from "@/emulators/tests/vendor/validator";
import type { Chart } from "@/server/providers/xero/accounts";
import { bodyOf, plan, referenceFor } from "@/server/providers/xero/planned";

// Xero's reference schema, kept outside the repository.
const folder = vendorFolder();

interface Document {
  components: {
    schemas: Record<string, { properties?: object; additionalProperties?: boolean }>;
  };
}

const account = (AccountID: string, Type: string) => ({
  ...{ AccountID, Type, Name: AccountID, Status: "ACTIVE", EnablePaymentsToAccount: true },
});
const accounts = [account("bank", "BANK"), account("paypal", "BANK"), account("cards", "CURRENT")];
const chart: Chart = {
  accounts: new Map(accounts.map((each) => [each.AccountID, each])),
  baseCurrency: "NZD",
  currencyOf: () => "NZD",
};

const draft = {
  ...{ bankAccountId: "bank", date: "2026-11-18", currency: "NZD", note: "PayPal payout P1" },
  ...{ total: 9655, taxCodeId: "INPUT2", locationId: "c2:o2" },
  payments: [{ kind: "Payment" as const, providerId: "p", amount: 10_000 }],
  entries: [{ amount: -345, accountId: "fees", description: "Fees", classId: "c1:o1" }],
};

test("a line that clears payments says that it has no tax, beside fees that have one", () => {
  const [planned] = plan({ ...draft, clearingAccountId: "cards" }, chart, "BASEXCLUDED");
  if (!planned) throw new Error("nothing was planned");
  const { LineAmountTypes, LineItems } = JSON.parse(bodyOf(planned, "contact"));
  expect(LineAmountTypes).toBe("Inclusive");
  expect(LineItems).toMatchObject([
    { AccountID: "cards", UnitAmount: 100, TaxType: "BASEXCLUDED" },
    { AccountID: "fees", UnitAmount: -3.45, TaxType: "INPUT2" },
  ]);
});

test("a note that is too long keeps the payout's id and its end", () => {
  const note = `PayPal payout P1 · trace ${"x".repeat(300)} · Deposit Matcher`;
  expect(referenceFor(note)).toHaveLength(255);
  expect(referenceFor(note)).toMatch(/^PayPal payout P1 · .*….* · Deposit Matcher$/);
});

test("what we send to book a payout is in the vendor's schema", () => {
  if (!folder) return console.log("skipped: vendor schemas absent");
  const document = readVendorFile(folder, "xero-accounting-subset.json") as Document;
  for (const schema of Object.values(document.components.schemas)) {
    if (schema.properties) schema.additionalProperties = false;
  }
  const names = ["BankTransaction", "BankTransfer"];
  const check = validators(document, "components/schemas/", names);
  const checked = ["paypal", "cards"].flatMap((clearingAccountId) =>
    plan({ ...draft, clearingAccountId }, chart, "NONE").map((planned) => {
      const name = planned.transfer ? "BankTransfer" : "BankTransaction";
      return check(name, JSON.parse(bodyOf(planned, "contact")), planned.part);
    }),
  );
  expect(checked.map(({ what }) => what)).toEqual(["spend", "transfer", "deposit"]);
  expect(checked.flatMap(({ problems }) => problems)).toEqual([]);
});
