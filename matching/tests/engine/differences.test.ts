import { describe, expect, it } from "vitest";
import { addDays } from "@/lib/dates";
import { continueMatch, matchCompletely } from "@/matching/engine/continue-match";
import type {
  DepositInput,
  HistoryEntry,
  LineInput,
  MatchOptions,
  PaymentInput,
} from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";

const DAY = "2026-03-03";
const SMART: MatchOptions = { algorithm: "smart" };

type Line = Partial<LineInput> & { amount: number };

/** One payout per list of lines, with its lines' fees as Stripe takes them. */
function payouts(...lists: Line[][]): DepositInput[] {
  return lists.map((lines, i) => {
    const own = lines.map((line, at): LineInput => {
      const fee = line.amount > 0 ? Math.round(line.amount * 0.029) + 30 : 0;
      return { id: `l${i + 1}-${at + 1}`, type: "charge", date: DAY, fee, ...line };
    });
    const amount = own.reduce((sum, line) => sum + line.amount - (line.fee ?? 0), 0);
    const id = `po_${i + 1}`;
    return { id, date: "2026-03-06", amount, currency: "USD", processor: "stripe", lines: own };
  });
}

function payment(part: Partial<PaymentInput> & { id: string; amount: number }): PaymentInput {
  return { date: DAY, currency: "USD", type: "SalesReceipt", ...part };
}

/** What is proposed of a match, by its lines. */
function proposed(deposits: DepositInput[], payments: PaymentInput[], options = SMART) {
  return match(deposits, payments, options).matches.map((one) => ({
    ...{ lines: one.lineIds, payments: one.paymentIds, decision: one.decision },
    difference: one.difference,
  }));
}

function evidenceOf(deposits: DepositInput[], payments: PaymentInput[]): string {
  const { matches } = match(deposits, payments, SMART);
  return matches.flatMap(({ evidence }) => evidence.map(({ text }) => text)).join("\n");
}

describe("a charge that the processor converted", () => {
  const elin = { entity: "Elin Strand", description: "Invoice 2207" };
  const charge = { amount: 108_40, ...elin, paid: { amount: 100_00, currency: "EUR" } };
  const euros = payment({
    ...{ id: "2207", amount: 100_00, currency: "EUR", customerName: "Elin Strand" },
    ...{ reference: "2207", worth: { amount: 107_95, currency: "USD" } },
  });

  it("is suggested with the payment in the currency that the customer paid, and both amounts", () => {
    const [found, ...others] = match(payouts([charge]), [euros], SMART).matches;
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      ...{ lineIds: ["l1-1"], paymentIds: ["2207"], decision: "suggested", difference: 0 },
      currency: "EUR",
      exchange: {
        settled: { amount: 108_40, currency: "USD" },
        paid: { amount: 100_00, currency: "EUR" },
        booked: { amount: 100_00, currency: "EUR" },
        worth: { amount: 107_95, currency: "USD" },
      },
    });
    expect(found?.probability).toBeGreaterThan(0.99);
    expect(found?.evidence.map(({ text }) => text)).toContain(
      "Exact amount: 100.00 EUR paid, settled as 108.40 USD; 107.95 USD in the books, 0.45 less",
    );
  });

  it("counts the payments of a match in their own currency", () => {
    const { sums } = match(payouts([charge]), [euros], SMART).stats;
    expect([sums.EUR?.matched, sums.USD?.matched]).toEqual([100_00, 0]);
  });

  it("stays with a payment in the payout's currency where that is equal", () => {
    const dollars = payment({ id: "d", amount: 108_40, customerName: "Elin Strand" });
    expect(proposed(payouts([charge]), [euros, dollars])).toEqual([
      { lines: ["l1-1"], payments: ["d"], decision: "auto", difference: 0 },
    ]);
  });

  it("goes before a payment of about the amount in the payout's currency", () => {
    const near = payment({ id: "d", amount: 107_00, customerName: "Elin Strand" });
    expect(proposed(payouts([charge]), [euros, near])).toMatchObject([{ payments: ["2207"] }]);
  });

  it("needs the currency that was paid: the same figure in another one is none", () => {
    const pounds = { ...euros, currency: "GBP" };
    expect(proposed(payouts([charge]), [pounds])).toEqual([]);
  });

  it("names a yen payment, which has no cents", () => {
    const line = { amount: 66_70, ...elin, paid: { amount: 10_000, currency: "JPY" } };
    const yen = payment({ id: "y", amount: 10_000, currency: "JPY", customerName: "Elin Strand" });
    expect(proposed(payouts([line]), [yen])).toMatchObject([
      { payments: ["y"], decision: "suggested", difference: 0 },
    ]);
    expect(evidenceOf(payouts([line]), [yen])).toContain("10000 JPY paid, settled as 66.70 USD");
  });

  it("a refund in euros is a refund receipt in euros", () => {
    const line = { type: "refund", amount: -54_20, paid: { amount: -50_00, currency: "EUR" } };
    const receipt = payment({
      ...{ id: "r", amount: -50_00, currency: "EUR", type: "RefundReceipt" },
      customerName: "Elin Strand",
    });
    expect(proposed(payouts([{ ...line, entity: "Elin Strand" }]), [receipt])).toMatchObject([
      { payments: ["r"], decision: "suggested" },
    ]);
  });

  it("of two equal payments in euros without a name neither is taken, and the line isn't missing", () => {
    const line = { amount: 108_40, paid: { amount: 100_00, currency: "EUR" } };
    const two = ["a", "b"].map((id) => payment({ id, amount: 100_00, currency: "EUR" }));
    const { matches, unmatched } = match(payouts([line]), two, SMART);
    expect(matches).toEqual([]);
    expect(unmatched.lines[0]?.notInBooks).toBeLessThan(0.5);
    expect(unmatched.lines[0]?.candidates?.flatMap(({ paymentIds }) => paymentIds)).toEqual([
      "a",
      "b",
    ]);
  });

  it("each of many subscriptions in euros finds its own customer's payment", () => {
    const names = ["Elin Strand", "Ada Quist", "Ola Brandt", "Ida Moe", "Marcus Oyelaran"];
    const lines = names.map((entity, i) => ({
      ...{ amount: 31_50 + i, entity, paid: { amount: 29_00, currency: "EUR" } },
    }));
    const payments = names.map((customerName, i) =>
      payment({ id: `p${i + 1}`, amount: 29_00, currency: "EUR", customerName }),
    );
    expect(
      proposed(payouts(lines), payments).map((one) => [one.lines[0], one.payments[0]]),
    ).toEqual(names.map((_, i) => [`l1-${i + 1}`, `p${i + 1}`]));
  });
});

describe("one customer's charge and payment that differ", () => {
  const ada = { id: "S-11", customerName: "Ada Quist" };

  it("by a tip are suggested, and the tip is named as what it may be", () => {
    const deposits = payouts([{ amount: 58_40, entity: "Ada Quist" }]);
    const receipts = [payment({ ...ada, amount: 48_40 })];
    expect(proposed(deposits, receipts)).toEqual([
      { lines: ["l1-1"], payments: ["S-11"], decision: "suggested", difference: -10_00 },
    ]);
    expect(evidenceOf(deposits, receipts)).toContain(
      "58.40 charged, 48.40 in the books: 10.00 may be a tip or a surcharge",
    );
  });

  it("by a gift card are suggested, and the rest is named as what it may be", () => {
    const deposits = payouts([{ amount: 70_00, entity: "Ada Quist" }]);
    const receipts = [payment({ ...ada, amount: 100_00 })];
    expect(proposed(deposits, receipts)).toEqual([
      { lines: ["l1-1"], payments: ["S-11"], decision: "suggested", difference: 30_00 },
    ]);
    expect(evidenceOf(deposits, receipts)).toContain(
      "70.00 charged, 100.00 in the books: 30.00 may have been paid by gift card, cash or another charge, or be a discount",
    );
  });

  it("by what was refunded later are suggested: the receipt was corrected", () => {
    const deposits = payouts(
      [{ amount: 100_00, entity: "Ada Quist", chargeId: "ch_1" }],
      [{ type: "refund", amount: -45_00, entity: "Ada Quist", chargeId: "ch_1" }],
    );
    expect(proposed(deposits, [payment({ ...ada, amount: 55_00 })])).toMatchObject([
      { lines: ["l1-1"], payments: ["S-11"], difference: -45_00 },
    ]);
  });

  it("every day of one customer's tips has its own receipt", () => {
    const days = [0, 1, 2].map((later) => addDays(DAY, later));
    const lines = days.map((date, i) => ({ amount: 12_00 + i, date, entity: "Ada Quist" }));
    const payments = days.map((date, i) =>
      payment({ id: `S-${i}`, customerName: "Ada Quist", amount: 10_00, date }),
    );
    expect(proposed(payouts(lines), payments).map(({ payments }) => payments[0])).toEqual([
      "S-0",
      "S-1",
      "S-2",
    ]);
  });

  it.each([
    ["another customer's receipt", payment({ id: "x", customerName: "Ola Brandt", amount: 48_40 })],
    ["a receipt of weeks ago", payment({ ...ada, amount: 48_40, date: "2026-02-10" })],
    ["a charge of twice the receipt", payment({ ...ada, amount: 29_20 })],
    ["a receipt of many times the charge", payment({ ...ada, amount: 900_00 })],
    ["a payment by check", payment({ ...ada, amount: 48_40, note: "paid by check" })],
    ["a refund receipt", payment({ ...ada, amount: -48_40, type: "RefundReceipt" })],
  ])("are not paired: %s", (_, other) => {
    expect(proposed(payouts([{ amount: 58_40, entity: "Ada Quist" }]), [other])).toEqual([]);
  });

  it("of two receipts of that day none is taken", () => {
    const two = [
      payment({ ...ada, amount: 48_40 }),
      payment({ ...ada, id: "S-12", amount: 50_00 }),
    ];
    expect(proposed(payouts([{ amount: 58_40, entity: "Ada Quist" }]), two)).toEqual([]);
  });

  it("a receipt that another charge is equal to is that one's", () => {
    const deposits = payouts([
      { amount: 58_40, entity: "Ada Quist" },
      { amount: 48_40, entity: "Ada Quist" },
    ]);
    expect(proposed(deposits, [payment({ ...ada, amount: 48_40 })])).toMatchObject([
      { lines: ["l1-2"], difference: 0 },
    ]);
  });

  it("a pair that a user dismissed does not come back", () => {
    const [deposit] = payouts([{ amount: 58_40, entity: "Ada Quist" }]);
    const receipt = payment({ ...ada, amount: 48_40 });
    if (!deposit) throw new Error("no payout");
    const { lines = [], ...facts } = deposit;
    const history: HistoryEntry[] = [
      { decision: "dismissed", deposit: facts, line: lines[0], payment: receipt },
    ];
    expect(proposed([deposit], [receipt], { ...SMART, history })).toEqual([]);
  });

  it("are nothing for the algorithm that wants equal amounts", () => {
    const deposits = payouts([{ amount: 58_40, entity: "Ada Quist" }]);
    const receipt = payment({ ...ada, amount: 48_40 });
    expect(proposed(deposits, [receipt], { algorithm: "exact" })).toEqual([]);
  });
});

describe("one payment for charges of several payouts", () => {
  const receipt = payment({
    ...{ id: "9104", amount: 500_00, date: "2026-03-12", customerName: "Ada Quist" },
    reference: "9104",
  });
  const ada = (amount: number, date: string, description = "Invoice 9104") => ({
    ...{ amount, date, description, entity: "Ada Quist" },
  });

  /** The lines that are said to be parts, and of what. */
  function parts(deposits: DepositInput[], payments: PaymentInput[]) {
    const { matches, unmatched } = match(deposits, payments, SMART);
    return {
      matched: matches.map(({ lineIds, decision }) => [lineIds.join(), decision]),
      lines: unmatched.lines.map(({ id, reason, partOf }) => [id, reason, partOf?.paymentId]),
      partOf: unmatched.lines[0]?.partOf,
      missing: Math.max(...unmatched.lines.map(({ notInBooks = 0 }) => notInBooks)),
      payments: unmatched.payments.map(({ id, reason }) => [id, reason]),
    };
  }

  it("is named with both of its halves, and neither is missing", () => {
    const found = parts(payouts([ada(250_00, "2026-03-03")], [ada(250_00, "2026-03-12")]), [
      receipt,
    ]);
    expect(found).toMatchObject({
      matched: [],
      lines: [
        ["l1-1", "part_of_payment", "9104"],
        ["l2-1", "part_of_payment", "9104"],
      ],
      payments: [["9104", "part_of_payment"]],
      partOf: {
        ...{ paymentId: "9104", amount: 500_00, currency: "USD" },
        lines: [
          { depositId: "po_1", lineId: "l1-1", amount: 250_00 },
          { depositId: "po_2", lineId: "l2-1", amount: 250_00 },
        ],
      },
    });
    expect(found.missing).toBeLessThan(0.1);
  });

  it("is found by the customer alone, where the lines add up to it", () => {
    const found = parts(
      payouts([ada(150_00, "2026-03-03", "Deposit")], [ada(350_00, "2026-03-12", "Balance")]),
      [receipt],
    );
    expect(found.lines.map(([, reason]) => reason)).toEqual(["part_of_payment", "part_of_payment"]);
    expect(found.missing).toBeLessThanOrEqual(0.1);
  });

  it("is found by its number alone, whoever paid", () => {
    const deposits = payouts(
      [{ ...ada(200_00, "2026-03-03"), entity: undefined }],
      [{ ...ada(300_00, "2026-03-12"), entity: "Jonas Quist" }],
    );
    expect(parts(deposits, [receipt]).lines.map(([, reason]) => reason)).toEqual([
      "part_of_payment",
      "part_of_payment",
    ]);
  });

  it("has instalments of three months", () => {
    const deposits = payouts(
      [ada(100_00, "2026-01-12")],
      [ada(150_00, "2026-02-12")],
      [ada(250_00, "2026-03-12")],
    );
    expect(parts(deposits, [receipt]).partOf?.lines.map(({ amount }) => amount)).toEqual([
      100_00, 150_00, 250_00,
    ]);
  });

  it("is named where the first instalment is older than the input", () => {
    const deposits = payouts([ada(150_00, "2026-02-12")], [ada(250_00, "2026-03-12")]);
    expect(parts(deposits, [receipt]).partOf).toMatchObject({
      amount: 500_00,
      lines: [{ amount: 150_00 }, { amount: 250_00 }],
    });
  });

  it("where one charge of it is all there is, is suggested with what may be the rest", () => {
    const deposits = payouts([ada(250_00, "2026-03-12")]);
    expect(proposed(deposits, [receipt])).toEqual([
      { lines: ["l1-1"], payments: ["9104"], decision: "suggested", difference: 250_00 },
    ]);
    expect(evidenceOf(deposits, [receipt])).toContain("or another charge");
  });

  it("leaves a charge alone that has a payment of its own", () => {
    const own = payment({
      id: "own",
      amount: 250_00,
      date: "2026-03-03",
      customerName: "Ada Quist",
    });
    const deposits = payouts([ada(250_00, "2026-03-03", "")], [ada(250_00, "2026-03-12", "")]);
    const found = parts(deposits, [receipt, own]);
    expect(found.matched).toContainEqual(["l1-1", "auto"]);
    expect(found.lines.every(([, reason]) => reason !== "part_of_payment")).toBe(true);
  });

  it("within one payout is a match of both, never automatic without more", () => {
    const [found] = match(
      payouts([ada(250_00, "2026-03-12"), ada(250_00, "2026-03-12")]),
      [receipt],
      SMART,
    ).matches;
    expect(found).toMatchObject({ lineIds: ["l1-1", "l1-2"], kind: "many_to_one", difference: 0 });
  });

  it("of another customer's charges that happen to add up is none", () => {
    const deposits = payouts(
      [{ ...ada(250_00, "2026-03-03", ""), entity: "Ola Brandt" }],
      [{ ...ada(250_00, "2026-03-12", ""), entity: "Ida Moe" }],
    );
    expect(parts(deposits, [receipt]).partOf).toBeUndefined();
  });

  it("that can be made up in two ways is left open", () => {
    const deposits = payouts(
      [ada(200_00, "2026-03-03", ""), ada(300_00, "2026-03-04", "")],
      [ada(100_00, "2026-03-12", ""), ada(400_00, "2026-03-12", "")],
    );
    expect(parts(deposits, [receipt]).partOf).toBeUndefined();
  });
});

describe("books that change", () => {
  const converted = {
    ...{ amount: 108_40, entity: "Elin Strand" },
    paid: { amount: 100_00, currency: "EUR" },
  };
  const before = payouts(
    [converted, { amount: 58_40, entity: "Ada Quist" }],
    [{ amount: 250_00, entity: "Ida Moe" }],
  );
  const payments = [
    payment({ id: "e", amount: 100_00, currency: "EUR", customerName: "Elin Strand" }),
    payment({ id: "t", amount: 48_40, customerName: "Ada Quist" }),
    payment({ id: "h", amount: 500_00, customerName: "Ida Moe" }),
  ];

  it("are continued as they are matched anew", () => {
    const run = matchCompletely(before, payments, SMART);
    const [first, second] = before;
    const [third] = payouts([], [], [{ amount: 250_00, entity: "Ida Moe" }]).slice(2);
    if (!first || !second || !third) throw new Error("no payouts");
    const later = [first, second, third];
    const told = (carries: boolean) => {
      const continued = continueMatch(run, later, payments, { carries });
      const ids = new Set(later.map(({ id }) => id));
      return {
        matches: continued?.matches().map((one) => ({ ...one, evidence: one.evidence })),
        open: continued
          ?.open(ids)
          .map(({ lineId, reason, partOf }) => ({ lineId, reason, partOf })),
      };
    };
    const continued = told(true);
    expect(continued).toEqual(told(false));
    expect(continued.matches?.map(({ paymentIds }) => paymentIds[0])).toEqual(["e", "t"]);
    expect(continued.open).toMatchObject([
      { lineId: "l2-1", reason: "part_of_payment", partOf: { paymentId: "h" } },
      { lineId: "l3-1", reason: "part_of_payment", partOf: { paymentId: "h" } },
    ]);
    expect(run.matches(new Set(["po_1"])).map(({ paymentIds }) => paymentIds[0])).toEqual([
      "e",
      "t",
    ]);
  });
});
