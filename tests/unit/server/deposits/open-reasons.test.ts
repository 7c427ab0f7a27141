import { describe, expect, test } from "vitest";
import { POSTING_STATES } from "@/lib/constants/deposits";
import { OPEN_REASONS } from "@/lib/constants/open-reasons";
import { ledgerWords } from "@/lib/ledger-words";
import { LINE_CODES, type LineFinding, type PaymentFact } from "@/server/deposits/findings";
import { openReasons } from "@/server/deposits/open-reasons";
import {
  type OpenDeposit,
  POSTING_OBSTACLES,
  type ReasonLine,
} from "@/server/deposits/reason-words";

const QUICKBOOKS = ledgerWords("quickbook");

const line = (part: Partial<ReasonLine> = {}): ReasonLine => ({
  ...{ id: 7, kind: "charge", booking: "fee", description: "", customerName: "" },
  providerKind: "charge",
  ...{ gross: 64_50n, currency: "USD", date: "2026-11-02", waitUntil: null },
  ...{ origin: null, maybeBooked: false, noReceipt: false },
  ...part,
});
const payment = (part: Partial<PaymentFact> = {}): PaymentFact => ({
  ...{ id: 1, kind: "Payment", quickbooksId: "198", number: "198", customer: "Renée Stavros" },
  ...{ amount: 64_50, currency: "USD", date: "2026-11-01" },
  ...part,
});
const finding = (part: Partial<LineFinding>): LineFinding => ({
  ...{ lineId: 7, code: "missing", probability: 0.5, payments: [], invoice: null },
  ...part,
});
const deposit = (part: Partial<OpenDeposit> = {}): OpenDeposit => ({
  ...{ status: "pending", payoutStatus: "paid", reversedBy: null, provider: "stripe" },
  sourceAccount: "Harbor",
  ...{ txnDate: new Date("2026-11-04"), amount: 1_234_50n, currency: "USD", homeCurrency: "USD" },
  ...{ dateFormat: "MM-DD-YYYY", ledger: QUICKBOOKS, addressOf: () => "" },
  ...{ posting: undefined, findings: null, lines: [line()] },
  ...{ bankCurrency: null, returnedAmount: null, maybeBooked: null },
  ...part,
});
const withFindings = (lines: LineFinding[], part: Partial<OpenDeposit> = {}) =>
  deposit({ findings: { lines, unbooked: [], difference: 0 }, ...part });
const posting = (state: (typeof POSTING_STATES)[number], errorCode: string | null = null) => ({
  ...{ state, errorCode, message: "What happened.", adopted: false },
  details: "Account period closed, you cannot post to this period.",
});
const textOf = (of: OpenDeposit) => openReasons(of)[0]?.text;

/** A deposit that is open for each of the reasons. */
const OPEN: Record<(typeof OPEN_REASONS)[number], OpenDeposit> = {
  posting_failed: deposit({ status: "matched", posting: posting("failed", "6210") }),
  posting_blocked: deposit({ status: "matched", posting: posting("blocked", "bank_missing") }),
  payout_returned: deposit({ payoutStatus: "failed" }),
  maybe_booked: withFindings([finding({})], { maybeBooked: "4166" }),
  in_bank: withFindings([
    finding({ code: "in_bank", payments: [payment({ bankName: "Checking" })] }),
  ]),
  other_account: withFindings([
    finding({
      code: "other_account",
      payments: [payment({ otherAccount: { name: "Stripe Clearing", openedBy: "account" } })],
    }),
  ]),
  account_missing: deposit({
    lines: [line({ kind: "refund", booking: "refund", gross: -45_00n, customerName: "Ida Fox" })],
    findings: { lines: [], unbooked: [7], difference: 0 },
  }),
  suggested: withFindings(
    [finding({ code: "suggested", probability: 0.9, payments: [payment()] })],
    {
      status: "suggested",
    },
  ),
  ambiguous: withFindings([
    finding({
      code: "ambiguous",
      payments: [payment(), payment({ id: 2, customer: "S. Rosenthal" })],
    }),
  ]),
  amount_differs: withFindings(
    [
      finding({
        code: "amount_differs",
        payments: [payment({ amount: 3465_96, customer: "Driftwood Coffee" })],
      }),
    ],
    { lines: [line({ gross: 3645_96n, customerName: "Driftwood Coffee" })] },
  ),
  partly_paid: withFindings(
    [finding({ code: "partly_paid", payments: [payment({ amount: 30_00 })] })],
    {
      lines: [line({ gross: 50_00n, customerName: "Renée Stavros" })],
    },
  ),
  part_of_payment: withFindings(
    [
      finding({
        code: "part_of_payment",
        payments: [payment({ kind: "SalesReceipt", number: "9104", amount: 500_00 })],
        otherParts: [{ amount: 250_00, date: "2026-11-16" }],
      }),
    ],
    { lines: [line({ gross: 250_00n, customerName: "Renée Stavros" })] },
  ),
  invoice_open: withFindings([
    finding({
      code: "invoice_open",
      invoice: { quickbooksId: "9", number: "INV-1042", customer: "Blue Harbor", balance: 500_00 },
    }),
  ]),
  missing: withFindings([finding({})], {
    lines: [line({ gross: 219_72n, description: "Order #10260", customerName: "Olivia Eastwick" })],
  }),
  already_matched: withFindings([finding({ code: "already_matched", payments: [payment()] })]),
  outside_window: withFindings([
    finding({ code: "outside_window", payments: [payment({ date: "2025-08-03" })] }),
  ]),
  currency_differs: withFindings([
    finding({ code: "currency_differs", payments: [payment({ currency: "EUR" })] }),
  ]),
  difference: deposit({ findings: { lines: [], unbooked: [], difference: 12_30 } }),
  waiting: withFindings([finding({})], {
    lines: [line({ customerName: "Ida Fox", waitUntil: "2026-11-28" })],
  }),
  in_transit: deposit({ payoutStatus: "in_transit" }),
};

const TEXTS: Record<(typeof OPEN_REASONS)[number], string> = {
  posting_failed: "What happened.",
  posting_blocked: "What happened.",
  payout_returned: "The bank returned this payout. It won't be matched or posted.",
  maybe_booked: "QuickBooks may have this payout already: Deposit 4166. Look at it first.",
  in_bank:
    "This payment is in Checking already. Mark this payout as booked elsewhere so it isn't posted twice.",
  other_account:
    "64.50 on Nov 2: the payment is in Stripe Clearing. Match payments from Stripe Clearing too, or move it to Undeposited Funds.",
  account_missing: "Refund of 45.00 to Ida Fox isn't in QuickBooks. Choose an account.",
  suggested: "Likely match: Renée Stavros, 64.50 on Nov 1.",
  ambiguous: "Who paid 64.50 on Nov 2: Renée Stavros or S. Rosenthal?",
  amount_differs:
    "Driftwood Coffee: 3,645.96 in Stripe, 3,465.96 in QuickBooks. Correct Payment 198 in QuickBooks.",
  partly_paid: "Renée Stavros: 50.00 in Stripe, only 30.00 in QuickBooks.",
  part_of_payment:
    "This charge of 250.00 and one of 250.00 in the payout of Nov 16 are sales receipt 9104 of 500.00 in QuickBooks. A payment can be on one Deposit only: divide it there, one for each charge.",
  invoice_open: "Invoice INV-1042 of Blue Harbor, 500.00, is still open in QuickBooks.",
  missing: "Order #10260, 219.72, isn't in QuickBooks.",
  already_matched: "64.50 on Nov 2: the payment that fits is on another deposit.",
  outside_window: "64.50 on Nov 2: the only payment of that amount is from Aug 3, 2025.",
  currency_differs: "64.50 on Nov 2: QuickBooks has this amount only in EUR.",
  difference: "The payments found are 12.30 short of this payout.",
  waiting: "64.50 from Ida Fox is postponed until Nov 28.",
  in_transit: "Stripe expects this payout to reach the bank on Nov 4.",
};

describe("a deposit says why it is open", () => {
  test.each(OPEN_REASONS)("%s", (code) => {
    expect(openReasons(OPEN[code])[0]).toMatchObject({ code, text: TEXTS[code] });
  });

  test("one of several charges, of which some are not known, is a part of their payment", () => {
    const found = finding({
      code: "part_of_payment",
      payments: [payment({ amount: 900_00 })],
      otherParts: [
        { amount: 200_00, date: "2026-10-01" },
        { amount: 300_00, date: "" },
      ],
    });
    const open = withFindings([found], { lines: [line({ gross: 100_00n })] });
    expect(textOf(open)).toMatch(
      /^This charge of 100.00, one of 200.00 in the payout of Oct 1 and one of 300.00 in another payout are a part of payment 198 of 900.00/,
    );
  });

  test("a difference is named as what it may be, and asks for the payment and an account", () => {
    const of = (cause: "tip" | "other_means", amount: number) =>
      openReasons(
        withFindings(
          [
            finding({
              ...{ code: cause === "tip" ? "partly_paid" : "amount_differs", cause },
              payments: [payment({ amount })],
            }),
          ],
          { lines: [line({ gross: 58_40n, customerName: "Renée Stavros" })] },
        ),
      );
    expect(of("tip", 48_40)).toMatchObject([
      {
        text: "Renée Stavros: 58.40 in Stripe, 48.40 in QuickBooks. The other 10.00 may be a tip or a surcharge. Choose the payment, and an account for it.",
        action: "choose",
      },
    ]);
    expect(of("other_means", 88_40)).toMatchObject([
      {
        text: "Renée Stavros: 58.40 in Stripe, 88.40 in QuickBooks. The other 30.00 may have been paid by gift card, cash or another charge, or be a discount. Choose the payment, and an account for it.",
        action: "choose",
      },
    ]);
  });

  test("a payment in the currency that the customer paid is named with what the exchange made of it", () => {
    const of = (worth: number | null, number = "198") =>
      openReasons(
        withFindings(
          [
            finding({
              ...{
                code: "currency_differs",
                payments: [payment({ currency: "EUR", amount: 59_00, number })],
              },
              exchange: {
                paid: { amount: 59_00, currency: "EUR" },
                worth: worth === null ? null : { amount: worth, currency: "USD" },
              },
            }),
          ],
          { lines: [line({ customerName: "Renée Stavros" })] },
        ),
      )[0];
    const [start, end] = [
      "Renée Stavros, 64.50: the customer paid 59.00 EUR, which is payment 198 in QuickBooks",
      ". A Deposit there has one currency. Deposit payment 198 to a clearing account in QuickBooks for 64.50, then choose that account for this charge.",
    ];
    expect(of(64_00)).toMatchObject({
      text: `${start}, there worth 64.00: an exchange gain of 0.50${end}`,
      action: "choose_account",
    });
    expect(of(65_00)?.text).toBe(`${start}, there worth 65.00: an exchange loss of 0.50${end}`);
    expect(of(null)?.text).toBe(`${start}${end}`);
    expect(of(null, "")?.text).toMatch(/is a payment in QuickBooks\. .* Deposit the payment to/);
  });

  test("of payments in the bank already, all of them end the payout, and some are named", () => {
    const banked = (lineId: number | null) =>
      finding({ lineId, code: "in_bank", payments: [payment({ bankName: "Checking" })] });
    const lines = [line(), line({ id: 8 })];
    expect(openReasons(withFindings([banked(7), banked(8)], { lines }))).toMatchObject([
      { text: expect.stringMatching(/^These 2 payments are in Checking/), action: "put_aside" },
    ]);
    expect(openReasons(withFindings([banked(7)], { lines }))).toMatchObject([
      {
        text: "64.50 on Nov 2: the payment is in Checking already, so this payout can't be posted as a whole.",
        ...{ action: "check_again", line_id: 7 },
      },
    ]);
    expect(openReasons(withFindings([banked(null)]))[0]).toMatchObject({
      text: expect.stringMatching(/^This payout is in Checking already: Payment 198 of Nov 1\./),
      ...{ action: "put_aside", line_id: null },
    });
  });

  test("of a payment in another account, what is said depends on what would open it", () => {
    const of = (otherAccount: PaymentFact["otherAccount"]) =>
      openReasons(
        withFindings([finding({ code: "other_account", payments: [payment({ otherAccount })] })]),
      )[0];
    expect(of({ name: "", openedBy: null })).toMatchObject({
      text: "64.50 on Nov 2: the payment is in another account. Move it to Undeposited Funds in QuickBooks.",
      action: "check_again",
    });
    expect(of({ name: "Stripe Clearing", openedBy: "account" })).toMatchObject({
      ...{ action: "match_from_account", account: "Stripe Clearing" },
    });
    expect(of({ name: "Stripe Clearing", openedBy: "day" })).toMatchObject({
      text: "64.50 on Nov 2: the payment is in Stripe Clearing, dated before the day from which its payments are matched. Match from an earlier day.",
      action: "match_from_account",
    });
  });

  test("of a group, all payments count, not only those that are named", () => {
    const group = { payments: 5, amount: 200_00 };
    const found = finding({ code: "suggested", probability: 0.9, payments: [payment()], group });
    expect(openReasons(withFindings([found], { status: "suggested" }))[0]?.text).toBe(
      "Likely match: 5 payments, 200.00 in total.",
    );
  });

  test("the most urgent reason comes first", () => {
    const codes = openReasons(
      withFindings([finding({ lineId: 7 }), finding({ lineId: 8, code: "ambiguous" })], {
        lines: [line(), line({ id: 8 })],
      }),
    ).map(({ code }) => code);
    expect(codes).toEqual(["ambiguous", "missing"]);
  });

  test("lines that share a cause share a sentence", () => {
    const lines = [8, 9].map((id) => line({ id }));
    const findings = [7, 8, 9].map((lineId) => finding({ lineId }));
    const named = line({ description: "Order #10260", gross: 219_72n });
    const open = withFindings(findings, { lines: [named, ...lines] });
    expect(openReasons(open)).toMatchObject([
      { line_id: 7, text: "Order #10260, 219.72, and 2 more aren't in QuickBooks." },
    ]);
  });

  test("nothing is left to say of what is matched, posted or on its way", () => {
    for (const status of ["matched", "posted"] as const) {
      expect(openReasons({ ...OPEN.missing, status })).toEqual([]);
    }
  });

  test("without findings it is still said what to do", () => {
    expect(openReasons(deposit())).toMatchObject([{ code: "missing", action: "check_again" }]);
    expect(openReasons(deposit({ status: "suggested" }))).toMatchObject([{ action: "review" }]);
  });

  test("a line whose name is known is called by it", () => {
    const named = line({ customerName: "Ann Lee" });
    const [, twins] = [0, [payment({ number: "11" }), payment({ id: 2, number: "12" })]];
    const open = withFindings([finding({ code: "ambiguous", payments: twins })], {
      lines: [named],
    });
    expect(textOf(open)).toBe(
      "64.50 on Nov 2 from Ann Lee: Payment 11 of Nov 1 or Payment 12 of Nov 1?",
    );
  });

  test("days are written in the company's order", () => {
    const british = withFindings([finding({})], { dateFormat: "DD-MM-YYYY" });
    expect(textOf(british)).toBe("64.50 on 2 Nov isn't in QuickBooks.");
  });

  test("amounts in another currency than the books' own name it", () => {
    const open = withFindings([finding({})], {
      currency: "EUR",
      lines: [line({ currency: "EUR" })],
    });
    expect(textOf(open)).toBe("64.50 EUR on Nov 2 isn't in QuickBooks.");
  });

  test("a payout without charges isn't said to be missing", () => {
    const open = withFindings([finding({ lineId: null })], { lines: [] });
    expect(openReasons(open)[0]).toMatchObject({
      text: "Stripe doesn't list this payout's charges, and nothing in QuickBooks fits its amount. Choose its payments.",
      action: "choose",
    });
  });
});

describe("a payout that the processor converted", () => {
  const converted = { currency: "USD", bankCurrency: "EUR" };

  test("is recorded by hand and then booked elsewhere: no account would mend it", () => {
    const [open] = openReasons(deposit(converted));
    expect(open).toMatchObject({
      action: "put_aside",
      text: expect.stringContaining("mark it as booked elsewhere"),
    });
    const blocked = posting("blocked", "currency_differs");
    expect(
      openReasons(deposit({ ...converted, status: "matched", posting: blocked })),
    ).toMatchObject([{ code: "posting_blocked", action: "put_aside" }]);
    expect(openReasons(deposit({ status: "matched", posting: blocked }))).toMatchObject([
      { action: "ledger_settings" },
    ]);
  });

  test("is done once that was said, and never offered while the money is not at the bank", () => {
    expect(openReasons(deposit({ ...converted, status: "posted" }))).toEqual([]);
    for (const lost of [{ payoutStatus: "failed" }, { reversedBy: "po_9" }] as const) {
      expect(openReasons(deposit({ ...converted, ...lost }))).toMatchObject([{ action: null }]);
    }
  });
});

describe("nothing is without a sentence", () => {
  test.each(LINE_CODES)("of the engine: %s", (code) => {
    const bare = finding({ code });
    for (const lines of [[line()], []]) {
      const [reason] = openReasons(withFindings([bare], { lines }));
      expect(reason?.code).toBe(code);
      expect(reason?.text).not.toMatch(/undefined|null|NaN| ,|\s\s/);
      expect(reason?.text).toMatch(/[.?]$/);
    }
  });

  test("of a posting that needs a user, each with something to do", () => {
    for (const obstacle of [...POSTING_OBSTACLES, null]) {
      const [reason] = openReasons(deposit({ posting: posting("blocked", obstacle) }));
      expect(reason).toMatchObject({ code: "posting_blocked", text: "What happened." });
      expect(reason?.action).not.toBeNull();
    }
    expect(openReasons(OPEN.posting_failed)).toMatchObject([
      { action: "retry", details: expect.stringContaining("period closed") },
    ]);
    const others = POSTING_STATES.filter((state) => state !== "failed" && state !== "blocked");
    for (const state of others) {
      const open = deposit({ status: "matched", posting: posting(state) });
      expect(openReasons(open)).toEqual([]);
    }
  });
});
