import { describe, expect, test } from "vitest";
import { readVendorFile, vendorFolder } from "@/emulators/tests/vendor/validator";
import type { LineKind } from "@/lib/constants/deposits";
import { lineKind } from "@/lib/stripe-line-kind";

const SCHEMAS = {
  "stripe-sdk-23.1.0-types.schema.json": (document: Document) =>
    document.definitions?.["BalanceTransactions.BalanceTransaction"]?.properties.type?.[
      "x-open-enum"
    ],
  "stripe-openapi-subset.json": (document: Document) =>
    document.components?.schemas.balance_transaction?.properties.type?.enum,
};

type Shape = { properties: Record<string, { enum?: string[]; "x-open-enum"?: string[] }> };
interface Document {
  definitions?: Record<string, Shape>;
  components?: { schemas: Record<string, Shape> };
}

/** Stripe's published list of reporting categories. */
const CATEGORIES: Record<LineKind, string> = {
  charge: "charge payout_reversal unreconciled_customer_funds",
  refund: "refund charge_failure refund_failure partial_capture_reversal",
  dispute: "dispute",
  dispute_reversal: "dispute_reversal",
  fee: "fee network_cost tax",
  reserve: "risk_reserved_funds connect_reserved_funds",
  adjustment: "other_adjustment",
  other:
    "advance advance_funding anticipation_repayment climate_order_purchase climate_order_refund connect_collection_transfer contribution financing_paydown financing_paydown_reversal financing_payout financing_payout_reversal issuing_authorization_hold issuing_authorization_release issuing_dispute issuing_transaction payout platform_earning platform_earning_refund topup topup_reversal transfer transfer_reversal",
};

const TYPES: [type: string, category: string | null, LineKind | undefined][] = [
  ["payment", "charge", "charge"],
  ["adjustment", "dispute", "dispute"],
  ["adjustment", "dispute_reversal", "dispute_reversal"],
  ["adjustment", null, "adjustment"],
  ["payment_refund", null, "refund"],
  ["payment_failure_refund", "charge_failure", "refund"],
  ["payment_failure_refund", null, "refund"],
  ["payment_reversal", null, "refund"],
  ["refund_failure", "refund_failure", "refund"],
  ["refund", "partial_capture_reversal", "refund"],
  ["payout_failure", "payout_reversal", "charge"],
  ["payout_cancel", null, "charge"],
  ["stripe_fx_fee", "", "fee"],
  ["reserve_hold", "a_category_of_tomorrow", "reserve"],
  ["application_fee", null, "other"],
  ["a_type_of_tomorrow", "a_category_of_tomorrow", undefined],
  ["constructor", "toString", undefined],
];

describe("the kind of a balance transaction", () => {
  test.each(Object.entries(CATEGORIES))("%s", (kind, categories) => {
    for (const category of categories.split(" "))
      expect(lineKind(category, "?", 1), category).toBe(kind);
  });

  test.each(TYPES)("type %s in category %s is %s", (type, category, kind) => {
    expect(lineKind(category, type, -1)).toBe(kind);
  });

  test("a transfer of a customer that no payment was found for is a charge, or a refund where it went back", () => {
    expect(lineKind("unreconciled_customer_funds", "payment_unreconciled", 500)).toBe("charge");
    expect(lineKind("unreconciled_customer_funds", "payment_unreconciled", -500)).toBe("refund");
    expect(lineKind(null, "payment_unreconciled", -500)).toBe("refund");
  });

  test.each(Object.entries(SCHEMAS))("every type in %s has an entry", (name, typesIn) => {
    const folder = vendorFolder();
    if (folder === undefined) {
      console.log("skipped: vendor schemas absent");
      return;
    }
    const types = typesIn(readVendorFile(folder, name) as Document) ?? [];
    expect(types.length).toBeGreaterThan(30);
    expect(types.filter((type) => lineKind(null, type, 1) === undefined)).toEqual([]);
  });
});
