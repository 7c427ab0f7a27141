import { describe, expect, test } from "vitest";
import type {
  ExistingFacts,
  LineFacts,
  PaymentFacts,
  PayoutFacts,
} from "@/server/posting/recorded-elsewhere/facts";
import { judgeExisting } from "@/server/posting/recorded-elsewhere/judge-existing";

const CHECKING = "35";

function charge(gross: number, more: Partial<LineFacts> = {}): LineFacts {
  const net = gross - Math.round(gross * 0.029) - 30;
  return { kind: "charge", gross, net, date: "2026-11-03", references: [], ...more };
}

function payout(lines: LineFacts[], more: Partial<PayoutFacts> = {}): PayoutFacts {
  return {
    ...{ id: 1, providerId: "po_1", processor: "Stripe", currency: "USD", date: "2026-11-05" },
    amount: lines.reduce((sum, { net }) => sum + net, 0),
    ...{ bankId: CHECKING, lines, state: "pending", unknownBefore: null, refused: new Set() },
    ...more,
  };
}

function paid(amount: number, more: Partial<PaymentFacts> = {}): PaymentFacts {
  return { amount, date: "2026-11-03", references: [], ...more };
}

function deposit(
  total: number,
  payments: PaymentFacts[],
  more: Partial<ExistingFacts> = {},
): ExistingFacts {
  return {
    ...{ id: "546", date: "2026-11-06", total, currency: "USD", bankId: CHECKING, text: "" },
    ...{ payments, hasOthers: false, isTaken: false },
    ...more,
  };
}

const two = payout([charge(20_000), charge(21_500)]);
const byHand = deposit(two.amount, [paid(20_000), paid(21_500)]);
const verdicts = (...facts: Parameters<typeof judgeExisting>) =>
  judgeExisting(...facts).map(({ payoutId, existingId, verdict }) => [
    payoutId,
    existingId,
    verdict,
  ]);

describe("a payout that was deposited by hand", () => {
  test("is certain with the same total, account and payments on about the same day", () => {
    expect(judgeExisting([two], [byHand])).toEqual([
      {
        ...{ payoutId: 1, existingId: "546", verdict: "certain" },
        evidence: [
          ...["same total", "same account", "1 day later"],
          "its 2 payments are this payout's charges",
        ],
      },
    ]);
  });

  test("is certain without payments when the processor is named", () => {
    const fed = deposit(two.amount, [], { text: "STRIPE TRANSFER ST-J4K2" });
    expect(verdicts([two], [fed])).toEqual([[1, "546", "certain"]]);
    expect(verdicts([two], [deposit(two.amount, [])])).toEqual([[1, "546", "likely"]]);
  });

  test("is certain by its id, or by its payments' own ids, even where the amount recurs", () => {
    const again = payout(two.lines, { id: 2, providerId: "po_2", date: "2026-11-06" });
    const named = deposit(two.amount, [], { text: "Stripe po_1" });
    expect(verdicts([two, again], [named])).toEqual([[1, "546", "certain"]]);
    const ids = ["ch_3QxAAAAAAAAAAAAAAAAAA1", "ch_3QxAAAAAAAAAAAAAAAAAA2"];
    const lines = two.lines.map((line, at) => ({ ...line, references: [ids[at] ?? ""] }));
    const cut = ids.map((id) => id.slice(0, 21));
    const payments = byHand.payments.map((each, at) => ({ ...each, references: [cut[at] ?? ""] }));
    const facts = [payout(lines), again] as const;
    expect(verdicts(facts, [{ ...byHand, payments }]).length).toBe(1);
  });

  test("is certain when its payments were recorded after fees", () => {
    const net = two.lines.map((line) => paid(line.net));
    expect(verdicts([two], [deposit(two.amount, net)])).toEqual([[1, "546", "certain"]]);
  });

  test("is likely when the fee on the Deposit is another", () => {
    const off = { ...byHand, total: two.amount - 12 };
    expect(verdicts([two], [off])).toEqual([[1, "546", "likely"]]);
  });

  test("is likely when its payments are open in the books: it is matched, and would be booked twice", () => {
    const matched = payout(two.lines, { state: "matched" });
    const fed = deposit(two.amount, [], { text: "Stripe" });
    expect(verdicts([matched], [fed])).toEqual([[1, "546", "likely"]]);
    expect(verdicts([matched], [byHand])).toEqual([]);
  });
});

describe("nothing is certain", () => {
  const one = payout([charge(10_000)]);
  const single = (more: Partial<ExistingFacts> = {}) => deposit(one.amount, [paid(10_000)], more);

  test.each<[string, PayoutFacts[], ExistingFacts[]]>([
    [
      "two equal payouts in a week",
      [one, { ...one, id: 2, providerId: "po_2", date: "2026-11-10" }],
      [single()],
    ],
    [
      "an equal payout that was posted",
      [one, { ...one, id: 2, providerId: "po_2", state: "decided" }],
      [single()],
    ],
    ["two equal Deposits", [one], [single(), single({ id: "547", date: "2026-11-12" })]],
    [
      "an equal Deposit that another payout has",
      [one],
      [single(), single({ id: "547", isTaken: true })],
    ],
    [
      "a payment paid at another time",
      [one],
      [deposit(one.amount, [paid(10_000, { date: "2026-10-27" })])],
    ],
    ["a Deposit a week later", [one], [single({ date: "2026-11-12" })]],
    ["no bank account chosen yet", [{ ...one, bankId: null }], [single()]],
    ["a payout whose content is unknown", [{ ...one, lines: [] }], [single()]],
    [
      "payments divided in another way",
      [payout([charge(6_000), charge(4_000)])],
      [deposit(payout([charge(6_000), charge(4_000)]).amount, [paid(10_000)])],
    ],
  ])("with %s", (_, payouts, deposits) => {
    expect(judgeExisting(payouts, deposits).map(({ verdict }) => verdict)).toEqual(["likely"]);
  });

  test("where an earlier equal payout may be unknown to us", () => {
    const from = (unknownBefore: string) => verdicts([{ ...two, unknownBefore }], [byHand]);
    expect(from("2026-11-01")).toEqual([[1, "546", "likely"]]);
    expect(from("2026-10-01")).toEqual([[1, "546", "certain"]]);
  });
});

describe("no Deposit is suggested", () => {
  test.each<[string, Partial<ExistingFacts>]>([
    ["in another account", { bankId: "36" }],
    ["in another currency", { currency: "EUR" }],
    ["too far away", { date: "2026-11-16" }],
    ["dated before its charges", { date: "2026-11-01" }],
    ["of another processor", { payments: [], text: "SQUARE INC DEPOSIT" }],
    ["that another payout has", { isTaken: true }],
    ["with other payments", { payments: [paid(41_000)] }],
    ["with a journal entry among its payments", { hasOthers: true }],
    [
      "that covers two payouts",
      { total: two.amount * 2, payments: [...byHand.payments, ...byHand.payments] },
    ],
    ["of another total without payments", { total: two.amount - 1, payments: [] }],
  ])("%s", (_, more) => {
    expect(judgeExisting([two], [{ ...byHand, ...more }])).toEqual([]);
  });

  test("that a user refused, or that names another payout", () => {
    const other = payout(two.lines, { id: 2, providerId: "po_2", state: "decided" });
    expect(judgeExisting([{ ...two, refused: new Set(["546"]) }], [byHand])).toEqual([]);
    expect(judgeExisting([two, other], [{ ...byHand, text: "Stripe po_2" }])).toEqual([]);
  });

  test("for a payout that costs money, or has its Deposit", () => {
    expect(judgeExisting([{ ...two, amount: -500 }], [{ ...byHand, total: -500 }])).toEqual([]);
    expect(judgeExisting([{ ...two, state: "decided" }], [byHand])).toEqual([]);
  });
});

test("each Deposit is suggested for one payout, the nearest first", () => {
  const lines = [charge(10_000)];
  const payouts = ["2026-11-05", "2026-11-06", "2026-11-07"].map((date, at) =>
    payout(lines, { id: at + 1, providerId: `po_${at + 1}`, date }),
  );
  const deposits = ["2026-11-07", "2026-11-05"].map((date, at) =>
    deposit(payouts[0]?.amount ?? 0, [paid(10_000)], { id: String(601 + at), date }),
  );
  expect(verdicts(payouts, deposits)).toEqual([
    [1, "602", "likely"],
    [3, "601", "likely"],
  ]);
});

test("the words of another word are no processor", () => {
  const text = "Pinstripe Tailors, otherwise unpaid";
  const fed = deposit(two.amount, [], { text });
  expect(verdicts([two], [fed])).toEqual([[1, "546", "likely"]]);
});
