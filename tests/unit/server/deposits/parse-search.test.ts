import { describe, expect, test } from "vitest";
import { dependsOnFormat, parseAmount, parseDays, parseSearch } from "@/server/deposits/search";

const TODAY = "2026-11-23";
const US = { format: "MM-DD-YYYY", today: TODAY } as const;

/** The ranges for currencies with cents. */
const cents = (text: string) =>
  parseAmount(text)
    .filter(({ digits }) => digits === 2)
    .map(({ from, to }) => [Number(from), Number(to)]);

const BOTH_WAYS = [
  [142728, 142728],
  [-142728, -142728],
];

describe("an amount", () => {
  test.each([
    "1427.28",
    "1,427.28",
    "1.427,28",
    "1 427,28",
    "1\u202f427,28",
    "1'427.28",
    "1427,28",
    "$1,427.28",
    "US$1427.28",
    "€1.427,28",
    "1.427,28 €",
    "USD 1427.28",
    "1427.28 USD",
    "1427.280",
  ])("%s", (text) => expect(cents(text)).toEqual(BOTH_WAYS));

  test.each(["-40", "−40", "–40", "-$40", "$-40", "(40)", "−40 USD"])("%s is negative", (text) =>
    expect(cents(text)).toEqual([[-4099, -4000]]),
  );

  test("with a plus is positive", () => expect(cents("+40.00")).toEqual([[4000, 4000]]));

  test("while it is typed, its decimals may be any", () => {
    expect(cents("64")[0]).toEqual([6400, 6499]);
    expect(cents("64.5")[0]).toEqual([6450, 6459]);
  });

  test("an ambiguous separator is read in every way", () => {
    const read = parseAmount("1.427").filter(({ from }) => from > 0n);
    expect(read).toEqual([
      { from: 1427n, to: 1427n, digits: 3 },
      { from: 1427n, to: 1427n, digits: 0 },
      { from: 142700n, to: 142799n, digits: 2 },
      { from: 1427000n, to: 1427999n, digits: 3 },
    ]);
  });

  test("each currency has its own decimals", () => {
    const positive = parseAmount("500").filter(({ from }) => from > 0n);
    expect(positive).toEqual([
      { from: 500n, to: 500n, digits: 0 },
      { from: 50000n, to: 50099n, digits: 2 },
      { from: 500000n, to: 500999n, digits: 3 },
    ]);
    expect(parseAmount("64.50").some(({ digits }) => digits === 0)).toBe(false);
  });

  test.each([
    "",
    "abc",
    "12a",
    "1.2.3",
    "1,2,3",
    "(40",
    "40)",
    "--40",
    "1234567890123",
    "%",
    "1_0",
    "12 34",
  ])("%j is none", (text) => expect(parseAmount(text)).toEqual([]));
});

describe("days", () => {
  const days = (text: string) => parseDays(text, "MM-DD-YYYY", TODAY);

  test.each([
    ["11-12-2026", "2026-11-12"],
    ["11/12/2026", "2026-11-12"],
    ["2026-11-12", "2026-11-12"],
    ["Nov 12, 2026", "2026-11-12"],
    ["12 November 2026", "2026-11-12"],
    ["nov. 12th 2026", "2026-11-12"],
  ])("%s", (text, day) => expect(days(text)).toEqual([{ from: day, to: day }]));

  test.each([
    ["2026-02", "2026-02-01", "2026-02-28"],
    ["02/2024", "2024-02-01", "2024-02-29"],
    ["Dec 2026", "2026-12-01", "2026-12-31"],
  ])("%s is a month", (text, from, to) => expect(days(text)).toEqual([{ from, to }]));

  test("a day without a year is that of any of the last years", () => {
    for (const text of ["Nov 12", "12 Nov", "11-12", "11/12"]) {
      expect(days(text)).toHaveLength(11);
      expect(days(text)).toContainEqual({ from: "2026-11-12", to: "2026-11-12" });
      expect(days(text)).toContainEqual({ from: "2019-11-12", to: "2019-11-12" });
    }
    // Only leap years have one.
    expect(days("Feb 29").map(({ from }) => from)).toEqual(["2024-02-29", "2020-02-29"]);
  });

  test("the company's format decides about the order", () => {
    const [european] = parseDays("11-12", "DD-MM-YYYY", TODAY);
    expect(european?.from.slice(5)).toBe("12-11");
    expect(parseDays("11-12-2026", "DD-MM-YYYY", TODAY)[0]?.from).toBe("2026-12-11");
    expect(["11-12", "1/2/2026"].every(dependsOnFormat)).toBe(true);
    expect(["Ada", "Nov 12", "#34"].some(dependsOnFormat)).toBe(false);
  });

  test.each(["13-13-2026", "2026-13", "Feb 30, 2026", "Nova 12", "Marta 3", "99/99", "Nov"])(
    "%s is none",
    (text) => expect(days(text)).toEqual([]),
  );
});

describe("a search", () => {
  const texts = (typed: string) => parseSearch(typed, US).map(({ text }) => text);

  test("an amount or a date as a whole is one term; otherwise each word is one", () => {
    expect(texts("1 427,28")).toEqual(["1 427,28"]);
    expect(texts("Nov 12, 2026")).toEqual(["Nov 12, 2026"]);
    expect(texts("  Blue   Harbor 64.50 ")).toEqual(["Blue", "Harbor", "64.50"]);
    expect(texts("stripe nov 12 harbor")).toEqual(["stripe", "nov 12", "harbor"]);
  });

  test("nothing is looked for by spaces, and by at most eight words", () => {
    expect(parseSearch(" \t ", US)).toEqual([]);
    expect(texts("a b c d e f g h i j")).toEqual(["a", "b", "c", "d", "e", "f", "g", "h"]);
  });

  test("names processors, and our own ids", () => {
    const [stripe, net] = parseSearch("STRI authorize.net", US);
    expect(stripe?.providers).toEqual(["stripe"]);
    expect(net?.providers).toEqual(["authorizenet"]);
    expect(parseSearch("#34", US)[0]).toMatchObject({ text: "34", depositId: 34 });
    expect(parseSearch("34", US)[0]).toMatchObject({ depositId: 34 });
    for (const text of ["#0", "#99999999999", "3a", "4294967296"]) {
      expect(parseSearch(text, US)[0]?.depositId).toBeNull();
    }
  });
});
