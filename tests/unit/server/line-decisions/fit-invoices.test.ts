import { expect, test } from "vitest";
import { InvoiceFacts } from "@/server/line-decisions/open-invoices";
import type { OpenInvoice } from "@/server/matches/read-invoices";

const invoice = (number: string, left: number, customerId = "", day = 1) =>
  ({
    ...{ number, left, customerId, customerName: `Customer ${customerId}` },
    txnDate: new Date(Date.UTC(2026, 0, day)),
  }) as OpenInvoice;
const line = (gross: number, reference = "", description = "") => ({
  ...{ gross: BigInt(gross), currency: "USD", reference, numbers: [], description },
});

const facts = new InvoiceFacts([
  invoice("INV-1042", 500_00, "7"),
  invoice("1043", 900_00, "7", 2),
  invoice("9", 500_00, "8"),
  invoice("", 20_00, "", 3),
]);
const numbers = (found: { number: string }[]) => found.map(({ number }) => number);

test("those that the charge names come first, then the customer's, then those of its amount", () => {
  expect(numbers(facts.fitting(line(500_00, "ch_1 1043"), "7"))).toEqual(["1043", "INV-1042", "9"]);
  expect(numbers(facts.fitting(line(1, "", "for inv-1042, thanks"), null))).toEqual(["INV-1042"]);
});

test("the shop's own numbers name invoices too", () => {
  const numbered = { ...line(1), numbers: [{ field: "invoice.number", value: "1043" }] };
  expect(numbers(facts.fitting(numbered, null))).toEqual(["1043"]);
});

test("a number of one or two digits names nothing, and a part of a number neither", () => {
  expect(facts.fitting(line(1, "9 10"), null)).toEqual([]);
  expect(facts.fitting(line(1, "21043"), null)).toEqual([]);
});

test("an equal amount alone is not likely", () => {
  const found = facts.fitting(line(500_00), null);
  expect(found.map(({ isLikely }) => isLikely)).toEqual([false, false]);
  expect(found[0]?.evidence.map(({ text }) => text)).toEqual(["Matches the open balance"]);
});

test("says what the amounts make of it", () => {
  const text = (gross: number) =>
    facts.fitting(line(gross, "1043"), null)[0]?.evidence.map((piece) => piece.text);
  expect(text(100_00)).toEqual(["The charge names invoice 1043", "Part payment of 900.00 USD"]);
  expect(text(950_00)).toEqual([
    "The charge names invoice 1043",
    "More than the open balance of 900.00 USD",
  ]);
});
