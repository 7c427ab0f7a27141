import { describe, expect, it } from "vitest";
import { lineKind } from "@/lib/stripe-line-kind";
import { isOwnEntry, toLine as toLineIn, toPayout } from "@/server/providers/stripe/mapper";
import { balanceTransaction, payout } from "@/server/providers/stripe/schemas";

const toLine = (of: Parameters<typeof toLineIn>[0]) => toLineIn(of, "America/Los_Angeles");

function entry(fields: object = {}) {
  return balanceTransaction.parse({
    id: "txn_1",
    object: "balance_transaction",
    amount: 10_000,
    available_on: 1_763_500_000,
    created: 1_763_424_000,
    currency: "usd",
    description: null,
    exchange_rate: null,
    fee: 320,
    fee_details: [],
    net: 9680,
    reporting_category: "charge",
    source: null,
    type: "charge",
    ...fields,
  });
}

const charge = {
  id: "ch_1",
  object: "charge",
  amount: 10_000,
  currency: "usd",
  payment_intent: "pi_1",
  billing_details: { name: null, email: null, address: { line1: "1 Elm" } },
  payment_method_details: { card: { last4: "4242" } },
};

function wirePayout(fields: object) {
  return toPayout(
    payout.parse({
      id: "po_1",
      amount: 100,
      currency: "jpy",
      status: "paid",
      automatic: true,
      arrival_date: 1_772_323_200,
      created: 1,
      ...fields,
    }),
  );
}

describe("days", () => {
  it("a line has the day that its moment was in the company's time zone", () => {
    const evening = entry({ created: 1_775_011_500 });
    expect(toLineIn(evening, "America/Los_Angeles").date).toBe("2026-03-31");
    expect(toLineIn(evening, "Europe/London").date).toBe("2026-04-01");
    const morning = entry({ created: Date.parse("2026-12-31T20:30:00Z") / 1000 });
    expect(toLineIn(morning, "Pacific/Auckland").date).toBe("2027-01-01");
  });

  it("a payout has the day that Stripe writes as midnight UTC, wherever the company is", () => {
    const arrival = Date.UTC(2026, 3, 1) / 1000;
    expect(wirePayout({ arrival_date: arrival }).date).toBe("2026-04-01");
  });
});

describe("the kind of a line", () => {
  it.each([
    ["dispute", "adjustment", "dispute"],
    ["dispute_reversal", "adjustment", "dispute_reversal"],
    ["other_adjustment", "adjustment", "adjustment"],
    ["fee", "stripe_fee", "fee"],
    ["refund", "payment_refund", "refund"],
    ["charge", "payment", "charge"],
    ["risk_reserved_funds", "reserve_transaction", "reserve"],
    [null, "payment", "charge"],
    ["something_new", "reserve_hold", "reserve"],
    ["something_new", "something_new", undefined],
    ["constructor", "toString", undefined],
  ])("%s of type %s is %s", (category, type, kind) => {
    expect(lineKind(category, type, 1)).toBe(kind);
  });

  it("is other, with Stripe's name, when it is unknown", () => {
    const line = toLine(entry({ reporting_category: "moon_tax", type: "moon_tax" }));
    expect(line).toMatchObject({ kind: "other", providerKind: "moon_tax", net: 9680 });
  });
});

describe("a payout", () => {
  it("arrives on Stripe's date in every time zone", () => {
    expect(wirePayout({})).toMatchObject({ date: "2026-03-01", amount: 100, currency: "JPY" });
  });

  it.each([
    [{ reconciliation_status: "completed" }, true],
    [{ reconciliation_status: "in_progress" }, false],
    [{}, true],
    [{ status: "in_transit" }, false],
    [{ automatic: false, status: "pending", reconciliation_status: "not_applicable" }, true],
    [{ reconciliation_status: "not_applicable" }, true],
  ])("%j has complete lines: %j", (fields, complete) => {
    expect(wirePayout(fields).complete).toBe(complete);
  });

  it("is not final in an unknown status", () => {
    expect(wirePayout({ status: "teleported" }).status).toBe("pending");
  });

  it("is separated from its lines", () => {
    const own = { type: "payout", reporting_category: "payout" };
    expect(isOwnEntry(entry({ ...own, source: "po_1" }), "po_1")).toBe(true);
    const expanded = { id: "po_1", object: "payout", amount: 1, currency: "usd" };
    expect(isOwnEntry(entry({ ...own, source: expanded }), "po_1")).toBe(true);
    expect(isOwnEntry(entry({ type: "payout_failure", source: "po_2" }), "po_1")).toBe(false);
  });
});

describe("the customer", () => {
  const name = (source: object) => toLine(entry({ source: { ...charge, ...source } })).customerName;

  it("is the payer, then the account owner, then the recipient, then the shop's note", () => {
    const shipping = { name: "Grandma" };
    const customer = { id: "cus_1", name: "Ann Lee", email: "ann@example.com" };
    const metadata = { customer_name: "A. Lee" };
    const billing_details = { name: "Ann B. Lee", email: null };
    expect(name({ billing_details, customer, shipping, metadata })).toBe("Ann B. Lee");
    expect(name({ customer, shipping, metadata })).toBe("Ann Lee");
    expect(name({ customer: "cus_1", shipping, metadata })).toBe("Grandma");
    expect(name({ metadata })).toBe("A. Lee");
    expect(name({})).toBe("");
  });

  it("of a dispute is the one of its charge", () => {
    const paid = { ...charge, billing_details: { name: "Ann Lee", email: "ann@example.com" } };
    const dispute = { id: "du_1", object: "dispute", charge: paid, payment_intent: "pi_1" };
    const line = toLine(
      entry({ type: "adjustment", reporting_category: "dispute", source: dispute }),
    );
    expect(line).toMatchObject({ customerName: "Ann Lee", customerEmail: "ann@example.com" });
    expect(line.reference).toBe("txn_1 du_1 ch_1 pi_1");
    expect(JSON.stringify(line.raw)).not.toMatch(/Ann|example|4242|Elm/);
  });
});

describe("the customer's profile", () => {
  const profile = (source: object) => toLine(entry({ source: { ...charge, ...source } })).customer;
  const customer = {
    id: "cus_1",
    name: "Lee & Co.",
    email: "Pay@lee.example",
    phone: "+1 555 0101",
  };

  it("has the payer's and the customer's names, addresses and numbers", () => {
    expect(
      profile({
        billing_details: { name: "Ann Lee", email: "ann@lee.example", phone: "+1 555 0100" },
        payment_method_details: {
          type: "card_present",
          card_present: { cardholder_name: "LEE/ANN", last4: "4242" },
        },
        receipt_email: "books@lee.example",
        customer,
        shipping: { name: "Grandma", phone: "+1 555 0199" },
      }),
    ).toEqual({
      id: "cus_1",
      names: ["Ann Lee", "LEE/ANN", "Lee & Co."],
      emails: ["ann@lee.example", "books@lee.example", "Pay@lee.example"],
      phones: ["+1 555 0100", "+1 555 0101"],
    });
  });

  it("of a refund is that of its charge", () => {
    const paid = { ...charge, customer: "cus_1", billing_details: { name: "Ann Lee" } };
    const refund = { id: "re_1", object: "refund", charge: paid, payment_method_details: null };
    expect(toLine(entry({ type: "refund", source: refund })).customer).toEqual({
      id: "cus_1",
      names: ["Ann Lee"],
    });
  });

  it("is null where nothing is known", () => {
    expect(profile({})).toBeNull();
    expect(toLine(entry()).customer).toBeNull();
    expect(toLine(entry({ source: "ch_1" })).customer).toBeNull();
  });
});

describe("references", () => {
  const line = (source: object, description: string | null = null) =>
    toLine(entry({ description, source: { ...charge, ...source } }));
  const numbers = (source: object, description: string | null = null) =>
    line(source, description).numbers?.map(({ field, value }) => `${field} ${value}`);

  it.each([
    [{ metadata: { order_id: "10234" } }, ["metadata.order_id 10234"]],
    [{ metadata: { invoiceNumber: "INV-7" } }, ["metadata.invoiceNumber INV-7"]],
    [{ metadata: { phone_number: "5550100", note: "hello" } }, []],
    [{ description: "Invoice INV-2041" }, ["description INV-2041"]],
    [{ description: "Order #10234 of 2 items" }, ["description 10234"]],
    [{ description: "Payment for invoice no. 88/2026" }, ["description 88/2026"]],
    [{ description: "3 pairs of socks" }, []],
    [{ receipt_number: "2044-8312" }, ["receipt_number 2044-8312"]],
  ])("of %j are %j", (source, expected) => {
    expect(numbers(source)).toEqual(expected);
  });

  it("are unique in each field, and apart from Stripe's ids", () => {
    const found = line({ description: "INV-7", metadata: { invoice: "INV-7" } }, "INV-7");
    expect(found.numbers).toEqual([
      { field: "metadata.invoice", value: "INV-7" },
      { field: "description", value: "INV-7" },
    ]);
    expect(found.reference).not.toContain("INV-7");
  });

  it("of a refund are its own and its charge's, by field; both belong to one charge", () => {
    const refund = {
      ...{ id: "re_1", object: "refund", amount: 500, currency: "usd", metadata: { order: "R-9" } },
      charge: { ...charge, metadata: { order: "A-1" } },
    };
    const found = toLine(entry({ amount: -500, reporting_category: "refund", source: refund }));
    expect(found.numbers).toEqual([
      { field: "refund.metadata.order", value: "R-9" },
      { field: "metadata.order", value: "A-1" },
    ]);
    expect(found.chargeId).toBe(charge.id);
  });
});

describe("what the customer paid", () => {
  const paid = (facts: object, source: object) =>
    toLine(entry({ ...facts, source: { ...charge, ...source } })).paid;

  it("is told where Stripe converted it, with the sign of the movement", () => {
    expect(paid({ amount: 10_840 }, { amount: 10_000, currency: "eur" })).toEqual({
      ...{ amount: 10_000, currency: "EUR" },
    });
    expect(paid({ amount: -5_420 }, { object: "refund", amount: 5_000, currency: "eur" })).toEqual({
      amount: -5_000,
      currency: "EUR",
    });
    expect(paid({}, { amount: 10_000, currency: "usd" })).toBeUndefined();
    expect(paid({}, { object: "transfer", amount: 10_000, currency: "eur" })).toBeUndefined();
  });

  it("of what was not captured is that part of the charge", () => {
    const facts = { amount: -5_420, reporting_category: "partial_capture_reversal" };
    const source = { amount: 20_000, amount_captured: 15_000, currency: "eur" };
    expect(paid(facts, source)).toEqual({ amount: -5_000, currency: "EUR" });
  });
});
