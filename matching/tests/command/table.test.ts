import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Format } from "@/matching/command/options";
import { shortId, shortList, widthOf, wrap } from "@/matching/command/output/columns";
import { report } from "@/matching/command/output/report";
import { amount, percent } from "@/matching/command/output/words";
import type { Evidence, Match, MatchResult } from "@/matching/engine/contract";

const evidence: Evidence[] = [
  { field: "customer", level: "same_name", weight: 8, text: "Same customer: Mary Okafor" },
  { field: "amount", level: "exact_gross", weight: 4, text: "Amount equal to the cent" },
  { field: "uniqueness", level: "other_candidates", weight: -2.5, text: "1 other candidate" },
];

const match: Match = {
  depositId: "po_1",
  lineIds: ["txn_1"],
  paymentIds: ["1042"],
  kind: "one_to_one",
  decision: "auto",
  probability: 0.99895,
  difference: 0,
  currency: "USD",
  evidence,
  alternatives: { count: 1, best: null },
};

const sum: Match = {
  ...match,
  depositId: "po_1QxDeposit00000000000000000042",
  lineIds: [],
  paymentIds: ["Payment 1", "Payment 2", "Payment 3", "Payment 4", "Payment 5"],
  kind: "one_to_many",
  decision: "suggested",
  probability: 0.999999,
  difference: -123456,
};

function resultOf(matches: Match[], currencies = ["USD"]): MatchResult {
  const sums = { deposits: 123456789, payments: 5000, matched: -250 };
  return {
    matches,
    unmatched: {
      deposits: [{ id: "po_9", reason: "no_candidate" }],
      lines: [
        { id: "txn_8", depositId: "po_9", reason: "ambiguous" },
        { id: "txn_9", depositId: "po_9", reason: "no_candidate" },
      ],
      payments: [],
    },
    invoiceMatches: [],
    stats: {
      deposits: 2,
      lines: 3,
      payments: 6,
      matches: matches.length,
      auto: 1,
      suggested: 1,
      sums: Object.fromEntries(currencies.map((currency) => [currency, sums])),
    },
  };
}

function linesOf(result: MatchResult, options: { width: number; explain?: boolean }): string[] {
  const { width, explain = false } = options;
  const text = [...report(result, { format: "table", explain, time: {}, width })].join("");
  expect(text.endsWith("\n")).toBe(true);
  return text.slice(0, -1).split("\n");
}

describe("the table", () => {
  it("has a row per match, with the evidence beside it where there is room", () => {
    expect(linesOf(resultOf([match, sum]), { width: 120 }).slice(0, 7)).toEqual([
      "Deposit                Lines    Payments                Decision   Probability  Difference  Evidence",
      "po_1                   txn_1    1042                    auto           99.89 %        0.00  Same customer: Mary Okafor",
      `${" ".repeat(92)}Amount equal to the cent`,
      `${" ".repeat(92)}1 other candidate`,
      "po_1QxDepo…0000000042  (whole)  Payment 1 +4 more       suggested     >99.99 %   -1,234.56  Same customer: Mary Okafor",
      `${" ".repeat(92)}Amount equal to the cent`,
      `${" ".repeat(92)}1 other candidate`,
    ]);
  });

  it("puts the evidence below its row where there is none", () => {
    expect(linesOf(resultOf([match, sum]), { width: 80 }).slice(0, 5)).toEqual([
      "Deposit           Lines    Payments           Decision   Probability  Difference",
      "po_1              txn_1    1042               auto           99.89 %        0.00",
      "    Same customer: Mary Okafor · Amount equal to the cent · 1 other candidate",
      "po_1QxDe…0000042  (whole)  Payment 1 +4 more  suggested     >99.99 %   -1,234.56",
      "    Same customer: Mary Okafor · Amount equal to the cent · 1 other candidate",
    ]);
  });

  it("explains with a waterfall of bits", () => {
    expect(linesOf(resultOf([match]), { width: 100, explain: true }).slice(0, 6)).toEqual([
      "Deposit  Lines    Payments  Decision   Probability  Difference",
      "po_1     txn_1    1042      auto           99.89 %        0.00",
      "      +8.00 bits  ████████████████            +8.00  Same customer: Mary Okafor",
      "      +4.00 bits                  ████████   +12.00  Amount equal to the cent",
      "      -2.50 bits                     ▒▒▒▒▒    +9.50  1 other candidate",
      "      +9.50 bits in all: 99.89 %",
    ]);
  });

  it("shows sums per currency and per reason", () => {
    const lines = linesOf(resultOf([match], ["USD", "JPY"]), { width: 100 });
    expect(lines.slice(lines.indexOf("") + 1)).toEqual([
      "Currency      Deposits  Payments  Matched",
      "USD       1,234,567.89     50.00    -2.50",
      "JPY        123,456,789     5,000     -250",
      "",
      "Open                                 Lines  Deposits  Payments",
      "no candidate                             1         1         0",
      "ambiguous: several fit equally well      1         0         0",
      "",
      "1 auto, 1 suggested; open: 2 lines, 1 deposit, 0 payments",
    ]);
    expect(lines[1]).toContain("0.00 USD");
  });

  it("shows only open rows when there are no matches", () => {
    expect(linesOf(resultOf([], []), { width: 100 })[1]).toMatch(/^Open/);
  });

  it("fits the terminal, whatever the data", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
    const ids = fc.array(text, { minLength: 1, maxLength: 6 });
    const any = fc
      .record({
        depositId: text,
        lineIds: fc.array(text, { maxLength: 6 }),
        paymentIds: ids,
        probability: fc.double({ min: 0, max: 1, noNaN: true }),
        difference: fc.integer({ min: -10_000_000, max: 10_000_000 }),
        evidence: fc.array(
          fc.record({ text, weight: fc.double({ min: -60, max: 60, noNaN: true }) }),
        ),
      })
      .map(
        (facts): Match => ({
          ...match,
          ...facts,
          evidence: facts.evidence.map((piece) => ({ field: "sum", level: "x", ...piece })),
        }),
      );
    fc.assert(
      fc.property(
        fc.array(any, { maxLength: 5 }),
        fc.integer({ min: 72, max: 200 }),
        fc.boolean(),
        (matches, width, explain) => {
          for (const line of linesOf(resultOf(matches), { width, explain })) {
            expect(widthOf(line)).toBeLessThanOrEqual(width);
            expect(line).not.toMatch(/\p{Cc}/u);
          }
        },
      ),
    );
  });
});

describe("every format", () => {
  const formats: Format[] = ["json", "ndjson", "csv", "table"];
  it.each(formats)(
    "%s reads the evidence of a match once, and not before it is printed",
    (format) => {
      let reads = 0;
      const lazy: Match = {
        ...match,
        get evidence() {
          reads++;
          return evidence;
        },
      };
      const options = { format, explain: true, time: {}, width: 100 };
      const parts = report(resultOf([lazy]), options);
      expect(reads).toBe(0);
      const text = [...parts].join("");
      expect(reads).toBe(1);
      expect(text).toContain("Amount equal to the cent");
    },
  );
});

describe("probabilities", () => {
  it.each([
    [1, "100 %"],
    [0.999996, ">99.99 %"],
    [0.99994, "99.99 %"],
    [0.5, "50.00 %"],
    [0.00001, "<0.01 %"],
    [0, "0 %"],
  ])("%d is %s", (probability, text) => {
    expect(percent(probability)).toBe(text);
  });
});

describe("words and columns", () => {
  it.each([
    [123456789, "USD", "1,234,567.89"],
    [-5, "USD", "-0.05"],
    [1234567, "JPY", "1,234,567"],
    [1234567, "KWD", "1,234.567"],
  ])("%d %s is %s", (minor, currency, text) => {
    expect(amount(minor, currency)).toBe(text);
  });

  it("an id keeps its two ends", () => {
    expect(shortId("po_1QxHarbor0001", 16)).toBe("po_1QxHarbor0001");
    expect(shortId("po_1QxHarbor0001", 11)).toBe("po_1Q…r0001");
    expect(shortId("po_1QxHarbor0001", 2)).toBe("p…");
  });

  it.each([
    [20, "a1 b2 c3 d4"],
    [10, "a1 +3 more"],
    [9, "4 ids"],
  ])("ids in %d columns are %s", (width, text) => {
    expect(shortList(["a1", "b2", "c3", "d4"], width)).toBe(text);
  });

  it("as many ids as fit are shown", () => {
    const ids = ["a1", "b2", "c3", "d4", "e5", "f6", "g7"];
    expect(shortList(ids, 16)).toBe("a1 b2 c3 +4 more");
    expect(shortList(["a-long-one-that-is-cut", "b"], 15)).toBe("a-l…cut +1 more");
  });

  it("wide and combining characters count at their displayed width", () => {
    expect(widthOf("日本")).toBe(4);
    expect(widthOf("e\u0301")).toBe(1);
    expect(shortId("日本日本日本", 7)).toBe("日…日本");
  });

  it("pieces are wrapped between, then inside, then cut", () => {
    expect(wrap(["one two", "three"], 15, 3)).toEqual(["one two · three"]);
    expect(wrap(["one two", "three"], 9, 3)).toEqual(["one two", "three"]);
    expect(wrap(["one two three"], 7, 3)).toEqual(["one two", "three"]);
    expect(wrap(["one", "two", "three"], 5, 2)).toEqual(["one", "two …"]);
    expect(wrap([], 5, 2)).toEqual([]);
  });
});
