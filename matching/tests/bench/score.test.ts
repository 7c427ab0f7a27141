import { describe, expect, test } from "vitest";
import {
  calibrationError,
  errorByChance,
  reliability,
  rightInterval,
} from "@/matching/bench/scoring/calibration";
import {
  addScores,
  autoCoverage,
  autoPrecision,
  autoPrecisionInBooks,
  f1,
  precision,
  recall,
  score,
} from "@/matching/bench/scoring/score";
import { books, proposal } from "./samples";

const day = "2026-03-02";

describe("pairs", () => {
  const dataset = books(
    [
      { id: "l1", date: day, amount: 1000, customer: 1 },
      { id: "l2", date: day, amount: 2000, customer: 2 },
      { id: "l3", date: day, amount: 3000, customer: 3 },
    ],
    [
      { id: "p1", date: day, amount: 1000, customer: 1 },
      { id: "p2", date: day, amount: 1500, customer: 2 },
      { id: "p3", date: day, amount: 500, customer: 2 },
      { id: "p4", date: day, amount: 3000, customer: 4 },
    ],
    [
      { lineIds: ["l1"], paymentIds: ["p1"], kind: "one_to_one" },
      { lineIds: ["l2"], paymentIds: ["p2", "p3"], kind: "instalments" },
    ],
  );

  test("right, wrong and missing pairs", () => {
    const result = score(dataset, [
      proposal(["l1"], ["p1"], { auto: true }),
      proposal(["l2"], ["p2"]),
      proposal(["l3"], ["p4"], { auto: true }),
    ]);
    expect(precision(result)).toBeCloseTo(2 / 3);
    expect(recall(result)).toBeCloseTo(2 / 3);
    expect(f1(result)).toBeCloseTo(2 / 3);
    expect(autoPrecision(result)).toBe(0.5);
    expect(autoCoverage(result)).toBeCloseTo(1 / 3);
    expect(result.kinds.get("one_to_one")).toEqual({ true: 1, found: 1 });
    expect(result.kinds.get("instalments")).toEqual({ true: 2, found: 1 });
  });

  test("rows that show only the family, not the member, are interchangeable", () => {
    const family = books(
      [
        { id: "l1", date: day, amount: 900, customer: 1 },
        { id: "l2", date: day, amount: 900, customer: 2 },
      ],
      [
        { id: "p1", date: day, amount: 900, customer: 1 },
        { id: "p2", date: day, amount: 900, customer: 2 },
      ],
      [
        { lineIds: ["l1"], paymentIds: ["p1"], kind: "one_to_one" },
        { lineIds: ["l2"], paymentIds: ["p2"], kind: "one_to_one" },
      ],
    );
    const crossed = [proposal(["l1"], ["p2"]), proposal(["l2"], ["p1"])];
    expect(f1(score(family, crossed))).toBe(0);
    for (const [id, facts] of family.truth.lineFacts) {
      family.truth.lineFacts.set(id, { ...facts, among: [1, 2] });
    }
    expect(f1(score(family, crossed))).toBe(1);
  });

  test("a proposal is right when all its payments belong on the deposit", () => {
    const { judged } = score(dataset, [
      proposal(["l2"], ["p2", "p4"], { probability: 0.8 }),
      proposal(["l1"], ["p1"], { probability: 0.7 }),
    ]);
    expect(judged).toMatchObject([
      { probability: 0.8, right: false, isPair: false },
      { probability: 0.7, right: true, isPair: true },
    ]);
  });

  test("no proposals: nothing wrong, nothing found", () => {
    const result = score(dataset, []);
    expect([precision(result), recall(result), f1(result)]).toEqual([1, 0, 0]);
  });

  test("counts of several data sets add up", () => {
    const one = score(dataset, [proposal(["l1"], ["p1"])]);
    const both = addScores([one, one]);
    expect(both.truePairs).toBe(6);
    expect(both.kinds.get("one_to_one")).toEqual({ true: 2, found: 2 });
  });
});

describe("twins", () => {
  const twins = books(
    [
      { id: "l1", date: day, amount: 2900, customer: 1 },
      { id: "l2", date: day, amount: 2900, customer: 1 },
    ],
    [
      { id: "p1", date: day, amount: 2900, customer: 1 },
      { id: "p2", date: day, amount: 2900, customer: 1 },
      { id: "p3", date: day, amount: 2900, customer: 2 },
    ],
    [
      { lineIds: ["l1"], paymentIds: ["p1"], kind: "one_to_one" },
      { lineIds: ["l2"], paymentIds: ["p2"], kind: "one_to_one" },
    ],
  );

  test("either is right", () => {
    const crossed = score(twins, [proposal(["l1"], ["p2"]), proposal(["l2"], ["p1"])]);
    expect(f1(crossed)).toBe(1);
    expect(crossed.judged.every(({ right }) => right)).toBe(true);
  });

  test("but each only once", () => {
    const double = score(twins, [
      proposal(["l1"], ["p1"], { probability: 0.9 }),
      proposal(["l2"], ["p1"], { probability: 0.8 }),
      proposal(["l1"], ["p2"], { probability: 0.7 }),
    ]);
    expect(double.rightPairs).toBe(2);
    expect(precision(double)).toBeCloseTo(2 / 3);
    expect(double.judged.map(({ right }) => right)).toEqual([true, true, false]);
  });

  test("another customer's payment of that day and amount is not a twin", () => {
    expect(score(twins, [proposal(["l1"], ["p3"])]).rightPairs).toBe(0);
  });

  test("one paid twin: either line counts, once", () => {
    const { deposits, payments, truth } = twins;
    const onePaid = { deposits, payments, truth: { ...truth, groups: truth.groups.slice(0, 1) } };
    expect(f1(score(onePaid, [proposal(["l2"], ["p2"])]))).toBe(1);
    const both = score(onePaid, [proposal(["l1"], ["p1"]), proposal(["l2"], ["p2"])]);
    expect(both.rightPairs).toBe(1);
  });
});

describe("equal charges of several days", () => {
  const later = "2026-03-04";
  const equals = books(
    [
      { id: "l1", date: day, amount: 2900, customer: 1 },
      { id: "l2", date: later, amount: 2900, customer: 1 },
      { id: "l3", date: later, amount: 2900, customer: 2 },
    ],
    [
      { id: "p1", date: day, amount: 2900, customer: 1 },
      { id: "p2", date: later, amount: 2900, customer: 1 },
      { id: "p3", date: later, amount: 2900, customer: 2 },
    ],
    [1, 2, 3].map((i) => ({
      lineIds: [`l${i}`],
      paymentIds: [`p${i}`],
      kind: "one_to_one" as const,
    })),
  );
  const crossed: [line: string, payment: string][] = [
    ["l1", "p2"],
    ["l2", "p1"],
  ];
  const linked = (links: readonly [line: string, payment: string][]) => {
    const all = links.map(([line, payment]) => proposal([line], [payment], { auto: true }));
    const result = score(equals, all);
    return [autoPrecision(result), autoPrecisionInBooks(result)];
  };

  test("exchanged, they are wrong by pair and right in the books", () => {
    expect(linked(crossed)).toEqual([0, 1]);
    expect(linked(crossed.slice(0, 1))).toEqual([0, 1]);
  });

  test("so are those of two customers inside one payout", () => {
    expect(
      linked([
        ["l2", "p3"],
        ["l3", "p2"],
      ]),
    ).toEqual([0, 1]);
  });

  test("between payouts, those of one customer are right, and those of two are not", () => {
    const [deposit] = equals.deposits;
    if (!deposit) throw new Error("no payout");
    const other = { ...deposit, id: "E", lines: deposit.lines?.slice(1) ?? [] };
    const [first, ...rest] = equals.truth.groups;
    if (!first) throw new Error("no group");
    const groups = [first, ...rest.map((group) => ({ ...group, depositId: "E" }))];
    const deposits = [{ ...deposit, lines: deposit.lines?.slice(0, 1) ?? [] }, other];
    const precisionOf = (line: string, payment: string, depositId: string) => {
      const linkedOne = { ...proposal([line], [payment], { auto: true }), depositId };
      const truth = { ...equals.truth, groups };
      return autoPrecisionInBooks(score({ ...equals, deposits, truth }, [linkedOne]));
    };
    expect(precisionOf("l1", "p2", "D")).toBe(1);
    expect(precisionOf("l2", "p1", "E")).toBe(1);
    expect(precisionOf("l1", "p3", "D")).toBe(0);
  });

  test("no payment counts twice, and automatic links come before suggestions", () => {
    const first = proposal(["l1"], ["p1"], { probability: 0.99 });
    const second = proposal(["l2"], ["p2"], { probability: 0.9, auto: true });
    const third = proposal(["l3"], ["p4"], { probability: 0.8, auto: true });
    const p4 = { id: "p4", date: later, amount: 2900, currency: "USD" };
    const facts = new Map(equals.truth.paymentFacts).set("p4", {
      customer: 1,
      showsCustomer: true,
      references: [],
    });
    const result = score(
      {
        ...equals,
        payments: [...equals.payments, p4],
        truth: { ...equals.truth, paymentFacts: facts },
      },
      [first, second, third],
    );
    expect([result.autoLinks, result.rightAutoLinks]).toEqual([2, 2]);
    expect(result.judged.map(({ right }) => right)).toEqual([false, true, true]);
  });

  test("a payment for lines of several payouts belongs on none of them", () => {
    const [deposit] = equals.deposits;
    if (!deposit) throw new Error("no payout");
    const [one, two, three] = deposit.lines ?? [];
    if (!one || !two || !three) throw new Error("no lines");
    const deposits = [
      { ...deposit, lines: [one, three] },
      { ...deposit, id: "E", lines: [two] },
    ];
    const shared = { depositId: "D", lineIds: ["l1", "l2"], paymentIds: ["p1"], deviation: 0 };
    const groups = [{ ...shared, kind: "customer_sum" as const }];
    const truth = { ...equals.truth, groups };
    const result = score({ ...equals, deposits, truth }, [
      proposal(["l1"], ["p1"], { auto: true }),
    ]);
    expect(result).toMatchObject({ truePairs: 0, rightPairs: 0, autoLinks: 1, rightAutoLinks: 0 });
  });
});

describe("calibration", () => {
  const judged = (probability: number, right: number, of: number) =>
    Array.from({ length: of }, (_, i) => ({ probability, right: i < right }));

  test("well-calibrated probabilities have no error", () => {
    const bins = reliability(judged(0.8, 12, 15).concat(judged(0.8, 12, 15)));
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(30);
    expect(calibrationError(reliability(judged(1, 15, 15)))).toBe(0);
  });

  test("bins are equally large and the error is the mean gap", () => {
    const bins = reliability([...judged(0.5, 70, 70), ...judged(0.9, 80, 80)]);
    expect(bins).toHaveLength(15);
    expect(bins.every(({ count }) => count === 10)).toBe(true);
    expect(calibrationError(bins)).toBeCloseTo((70 * 0.5 + 80 * 0.1) / 150);
  });

  test("overconfidence and underconfidence do not cancel out between bins", () => {
    const bins = reliability([...judged(0.5, 75, 75), ...judged(1, 45, 75)]);
    expect(calibrationError(bins)).toBeGreaterThan(0.4);
  });

  test("by chance: what a perfect statement shows on so few", () => {
    const bins = reliability(judged(0.5, 750, 1500));
    expect(errorByChance(bins)).toBeCloseTo(Math.sqrt((2 / Math.PI) * 0.25 * 0.01));
    expect(errorByChance(reliability(judged(1, 15, 15)))).toBe(0);
  });

  test("the interval of what is right holds the share and narrows with the count", () => {
    const [low, high] = rightInterval(judged(0.9, 90, 100));
    expect([low, high]).toEqual([expect.closeTo(0.826, 3), expect.closeTo(0.945, 3)]);
    expect(rightInterval(judged(1, 20, 20))[1]).toBeCloseTo(1);
    expect(rightInterval([])).toEqual([0, 1]);
  });

  test("without proposals there is no error", () => {
    expect(calibrationError(reliability([]))).toBe(0);
    expect(errorByChance(reliability([]))).toBe(0);
  });
});
