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
    ...{ payments, hasOthers: false, booked: [], isTaken: false },
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

/** Seven charges; the Deposits of it were made by hand, and none of them is tidy. */
const seven = payout(
  [12_311, 9_040, 20_077, 13_205, 4_499, 31_250, 8_115].map((each) => charge(each)),
);
const [first, ...rest] = seven.lines;
const gross = (lines: readonly LineFacts[]) => lines.map((line) => paid(line.gross));

describe("a Deposit with most of the payout's payments is offered, never certain", () => {
  test.each<[string, Partial<ExistingFacts>, string[]]>([
    [
      "where a charge has no payment and is a line of its own",
      { payments: gross(rest), booked: [first?.gross ?? 0, -3_000] },
      ["its 6 payments are 6 of this payout's 7 charges"],
    ],
    [
      "where a payment was typed wrong, and a line corrects it",
      { payments: [...gross(rest), paid(13_211)], booked: [(first?.gross ?? 0) - 13_211, -3_000] },
      [
        "6 of its 7 payments are this payout's charges",
        "1 with a wrong amount that a line corrects",
      ],
    ],
    [
      "where a payment was typed wrong, and the fees make up for it",
      { payments: [...gross(rest), paid(13_211)], booked: [-2_100] },
      ["6 of its 7 payments are this payout's charges"],
    ],
    [
      "where one payment is without its fee",
      { payments: [...gross(rest), paid(first?.net ?? 0)] },
      ["its 7 payments are this payout's charges, some of them less their fees"],
    ],
    [
      "where a payment was entered when the money came",
      {
        payments: gross(rest).map((each) => ({ ...each, date: "2026-11-08" })),
        date: "2026-11-08",
      },
      ["its 6 payments are 6 of this payout's 7 charges"],
    ],
    [
      "where only one payment was entered, and the rest is a line",
      { payments: gross(rest.slice(0, 1)), booked: [60_000] },
      ["its payment is 1 of this payout's 7 charges"],
    ],
    [
      "with a journal entry among its payments",
      { payments: gross(rest), hasOthers: true },
      ["6 of its payments are this payout's charges"],
    ],
  ])("%s", (_, more, evidence) => {
    const [found, ...others] = judgeExisting([seven], [deposit(seven.amount, [], more)]);
    expect(others).toEqual([]);
    expect(found?.verdict).toBe("likely");
    expect(found?.evidence.slice(0, 2)).toEqual(["same total", "same account"]);
    expect(found?.evidence.slice(3)).toEqual(evidence);
  });

  test("even if it names the payout", () => {
    const named = deposit(seven.amount, gross(rest), { text: "Stripe po_1" });
    expect(verdicts([seven], [named])).toEqual([[1, "546", "likely"]]);
  });

  test("the one that has them, of two of that total", () => {
    const own = deposit(seven.amount, gross(rest), { id: "601", date: "2026-11-08" });
    const fed = deposit(seven.amount, [], { id: "602", date: "2026-11-05" });
    expect(verdicts([seven], [fed, own])).toEqual([[1, "601", "likely"]]);
  });
});

describe("a Deposit with some of the payout's payments is not offered", () => {
  const strangers = [paid(70_100), paid(80_200), paid(90_300)];
  const other = payout([charge(44_444), charge(55_555)], { id: 2, providerId: "po_2" });

  test.each<[string, ExistingFacts, PayoutFacts[]]>([
    ["of another total", deposit(seven.amount + 1, gross(rest)), []],
    ["in another account", deposit(seven.amount, gross(rest), { bankId: "36" }), []],
    [
      "where most are others",
      deposit(seven.amount, [...gross(rest.slice(0, 2)), ...strangers]),
      [],
    ],
    [
      "with another payout's payment",
      deposit(seven.amount, [...gross(rest), paid(44_444)]),
      [other],
    ],
    [
      "that were made before the charges",
      deposit(
        seven.amount,
        gross(rest).map((each) => ({ ...each, date: "2026-10-20" })),
      ),
      [],
    ],
    [
      "as many as another payout of that total has on it",
      deposit(seven.amount, gross(rest)),
      [{ ...seven, id: 2, providerId: "po_2", date: "2026-11-08" }],
    ],
    [
      "where a payout of that total is known by its amount alone",
      deposit(seven.amount, gross(rest)),
      [{ ...seven, id: -1, providerId: "po_0", date: "2026-10-28", lines: [], state: "decided" }],
    ],
  ])("%s", (_, existing, others) => {
    expect(judgeExisting([seven, ...others], [existing])).toEqual([]);
  });

  test("whose number is another payout's", () => {
    const named = payout([charge(70_000, { references: ["ch_3PqR55555555"] })], {
      id: 2,
      providerId: "po_2",
    });
    const mixed = [...gross(rest), paid(1_234, { references: ["ch_3PqR55555555"] })];
    expect(judgeExisting([seven, named], [deposit(seven.amount, mixed)])).toEqual([]);
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
