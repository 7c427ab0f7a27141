import { describe, expect, test } from "vitest";
import { LINE_KINDS } from "@/lib/constants/deposits";
import { OPEN_REASONS } from "@/lib/constants/open-reasons";
import { type FirstOffer, firstOffer, type KnownOfLine, type Origin } from "@/lib/first-offer";
import { LINE_CODES } from "@/server/deposits/findings";

const origin = (part: Partial<Origin>): Origin => ({
  ...{ kind: "dispute", amount: -115_27, date: "2026-10-09", quickbooksId: "531" },
  ...{ account: null, payment: null },
  ...part,
});
const known = (part: Partial<KnownOfLine> = {}): KnownOfLine => ({
  ...{ finding: "missing", origin: null, maybeBooked: false, noReceipt: false },
  ...part,
});

/** What the books may know of a line, in the order of the table's columns. */
const KNOWN: Record<string, KnownOfLine> = {
  nothing: known(),
  "open invoice": known({ finding: "invoice_open" }),
  "other account": known({ finding: "other_account" }),
  "amount differs": known({ finding: "amount_differs" }),
  "payment fits": known({ finding: "suggested" }),
  "origin in account": known({ origin: origin({ account: { id: "7", name: "Chargebacks" } }) }),
  "origin as refund receipt": known({
    origin: origin({ payment: { kind: "RefundReceipt", number: "512" } }),
  }),
  "origin as receipt": known({
    origin: origin({ payment: { kind: "SalesReceipt", number: "9" } }),
  }),
  "origin as payment": known({ origin: origin({ payment: { kind: "Payment", number: "9" } }) }),
  "origin, nowhere": known({ origin: origin({}) }),
  "payout perhaps there": known({ maybeBooked: true }),
};

const SHORT: Record<string, FirstOffer> = {
  choose: "choose",
  invoice: "receive_payment",
  receipt: "create_receipt",
  back: "book_back",
  account: "choose_account",
  look: "look",
};

const row = (cells: string) => cells.trim().split(/\s+/);
/** Of all money that is no sale and takes nothing back by a receipt. */
const NO_SALE = row("account account look look choose back account account account account look");

/** Kind, the processor's kind, sign; then the first offer by {@link KNOWN}. */
const TABLE: [string, string, 1 | -1, string[]][] = [
  [
    ...(["charge", "charge", 1] as const),
    row("receipt invoice look look choose receipt receipt receipt receipt receipt look"),
  ],
  ["charge", "charge", -1, NO_SALE],
  ["charge", "payout_reversal", 1, NO_SALE],
  ["charge", "payout_failure", 1, NO_SALE],
  ["charge", "payout_cancel", 1, NO_SALE],
  [
    ...(["refund", "refund", -1] as const),
    row("account account look look choose back account receipt receipt account look"),
  ],
  ["refund", "refund", 1, NO_SALE],
  ["dispute", "dispute", -1, NO_SALE],
  [
    ...(["dispute", "dispute", 1] as const),
    row("account account look look choose back receipt account account account look"),
  ],
  [
    ...(["dispute_reversal", "dispute_reversal", 1] as const),
    row("account account look look choose back receipt account account account look"),
  ],
  ["dispute_reversal", "dispute_reversal", -1, NO_SALE],
  ["fee", "fee", -1, NO_SALE],
  ["fee", "fee", 1, NO_SALE],
  ["adjustment", "other_adjustment", -1, NO_SALE],
  ["adjustment", "other_adjustment", 1, NO_SALE],
  ["adjustment", "charge_failure", -1, NO_SALE],
  ["adjustment", "refund_failure", 1, NO_SALE],
  ["adjustment", "partial_capture_reversal", -1, NO_SALE],
  ["reserve", "risk_reserved_funds", -1, NO_SALE],
  ["reserve", "risk_reserved_funds", 1, NO_SALE],
  ["other", "transfer", -1, NO_SALE],
  ["other", "topup", 1, NO_SALE],
  ["other", "a kind of next year", 1, NO_SALE],
  ["other", "a kind of next year", -1, NO_SALE],
];

describe("the first offer for a line", () => {
  test.each(TABLE)("%s (%s), sign %i", (kind, providerKind, gross, expected) => {
    const line = { kind: kind as (typeof LINE_KINDS)[number], providerKind, gross };
    const offers = Object.values(KNOWN).map((each) => firstOffer(line, each));
    expect(offers).toEqual(expected.map((cell) => SHORT[cell]));
  });

  test("the table has every kind with both signs, where the processor has both", () => {
    expect(new Set(TABLE.map(([kind]) => kind))).toEqual(new Set(LINE_KINDS));
  });

  test("money that is no sale is answered with a receipt only where one recorded what it takes back", () => {
    const accounts = [null, { id: "7", name: "Chargebacks" }];
    const kinds = [null, "Payment", "SalesReceipt", "RefundReceipt", "JournalEntry"] as const;
    const payments = kinds.map((kind) => kind && { kind, number: "1" });
    for (const [kind, providerKind, gross] of TABLE.slice(1)) {
      for (const finding of [null, ...OPEN_REASONS]) {
        for (const account of accounts) {
          for (const payment of payments) {
            const line = { kind: kind as (typeof LINE_KINDS)[number], providerKind, gross };
            const around = known({ finding, origin: origin({ account, payment }) });
            const offer = firstOffer(line, around);
            expect(offer).not.toBe("receive_payment");
            if (offer === "create_receipt") expect(payment).not.toBeNull();
            if (offer === "book_back") expect(account).not.toBeNull();
          }
        }
      }
    }
  });

  test("a charge is never answered with a receipt before the books were searched, or when they have it", () => {
    const line = { kind: "charge", providerKind: "charge", gross: 1 } as const;
    for (const finding of [null, ...LINE_CODES.filter((code) => code !== "missing")]) {
      expect(firstOffer(line, known({ finding }))).not.toBe("create_receipt");
    }
  });
});
