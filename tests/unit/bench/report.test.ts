import { describe, expect, test } from "vitest";
import type { Accuracy } from "@/bench/matching/accuracy";
import { LINE_SHAPES, type Shape } from "@/bench/matching/model";
import { isComplete, type Options, readOptions, UsageError } from "@/bench/matching/options";
import { document, measured } from "@/bench/matching/report/document";
import { growth } from "@/bench/matching/report/speed";
import { targetTable } from "@/bench/matching/report/targets";
import { emptyScore, type Score } from "@/bench/matching/scoring/score";
import { hashJoin } from "@/bench/matching/speed/hash-join";
import type { SpeedResult } from "@/bench/matching/speed/measure";
import { books } from "./samples";

function scoreOf(right: number, proposed: number): Score {
  return {
    ...emptyScore(),
    truePairs: 1000,
    proposedPairs: proposed,
    rightPairs: right,
    autoPairs: right,
    rightAutoPairs: right,
    kinds: new Map([["one_to_one", { true: 1000, found: right }]]),
  };
}

function accuracyOf(shape: Shape, right: number): Accuracy {
  return {
    shape,
    rows: 1000,
    payments: 1000,
    ours: scoreOf(right, right),
    plain: scoreOf(100, 1000),
    ceiling: scoreOf(990, 990),
  };
}

function speedOf(lines: number, seconds: number): SpeedResult {
  const memory = { memoryBefore: 500, memory: 1000 };
  return {
    lines,
    payments: lines,
    deposits: 1,
    matches: 1,
    floorBest: 1,
    floor: 1,
    seconds,
    ...memory,
  };
}

function options(...args: string[]): Options {
  const read = readOptions(args);
  if (!read) throw new Error("no options");
  return read;
}

function verdictOf(text: string, what: string): string | undefined {
  const row = text.split("\n").find((line) => line.includes(what));
  return row?.split("|").at(-2)?.trim();
}

describe("verdicts", () => {
  const accuracy = LINE_SHAPES.map((shape) => accuracyOf(shape, shape === "invoices" ? 800 : 985));

  test("say what is met and by how much the rest is missed", () => {
    const text = targetTable(accuracy, [speedOf(100_000, 4), speedOf(1_000_000, 66)]);
    expect(verdictOf(text, "auto precision, all four")).toBe("met");
    expect(verdictOf(text, "auto coverage, worst (invoices)")).toBe("missed by 10.00 %");
    expect(verdictOf(text, "F1, hardest (invoices)")).toBe("missed by 6.11 %");
    expect(verdictOf(text, "time, 100000 lines")).toBe("met");
    expect(verdictOf(text, "time, 1000000 lines")).toBe("missed by 6.00 s");
    expect(verdictOf(text, "growth per tenfold")).toBe("missed by 4.5 times");
    expect(verdictOf(text, "memory, 1000000 lines")).toBe("met");
  });

  test("the plain rule has to fail where amounts tell nothing", () => {
    expect(verdictOf(targetTable(accuracy, []), "plain rule F1, donations")).toBe("met");
    const easy = accuracy.map((each) => ({ ...each, plain: scoreOf(300, 1000) }));
    expect(verdictOf(targetTable(easy, []), "plain rule F1, donations")).toBe("missed by 10.00 %");
    expect(verdictOf(targetTable(easy, []), "plain rule F1, shop")).toBe("met");
  });

  test("nothing is said about a mean when a shape is missing", () => {
    expect(targetTable(accuracy.slice(1), [])).not.toContain("mean of the four");
  });
});

test("growth counts per tenfold, whatever the sizes", () => {
  expect(growth(speedOf(1000, 1), speedOf(10_000, 11))).toBeCloseTo(11);
  expect(growth(speedOf(1000, 1), speedOf(100_000, 100))).toBeCloseTo(10);
});

test("the document holds what was measured and how", () => {
  const sections = measured([accuracyOf("shop", 985)], [speedOf(1000, 1)]);
  const text = document(sections, options(), "2026-03-01");
  expect(text).toContain("2026-03-01 · ");
  expect(text).toContain("| shop: one_to_one");
  for (const title of ["Targets", "Payouts with lines", "Speed and memory", "The ceiling"]) {
    expect(text).toContain(`\n## ${title}\n`);
  }
  expect(text).not.toContain("## Deposits without lines");
});

describe("options", () => {
  test("by default everything, on the judging seeds", () => {
    expect(options().seeds).toEqual([101, 102, 103, 104]);
    expect(isComplete(options())).toBe(true);
  });

  test.each([
    ["--seeds", "tuning"],
    ["--shapes", "shop"],
    ["--lines", "500"],
    ["--sizes", "1k"],
    ["--no-speed"],
    ["--no-accuracy"],
    ["--no-write"],
  ])("%s %s does not replace the published figures", (...args) => {
    expect(isComplete(options(...args))).toBe(false);
  });

  test("sizes have units", () => {
    expect(options("--sizes", "500,10k,1M").sizes).toEqual([500, 10_000, 1_000_000]);
  });

  test.each([
    ["--sizes", "many"],
    ["--lines", "0"],
    ["--shapes", "bakery"],
    ["--seeds", "3"],
    ["--x"],
  ])("%s %s is refused", (...args) => {
    expect(() => readOptions(args)).toThrow(UsageError);
  });
});

test("the hash join finds equal currency, amount and date, each payment once", () => {
  const day = "2026-03-02";
  const { deposits, payments } = books(
    [
      { id: "l1", date: day, amount: 100 },
      { id: "l2", date: day, amount: 100 },
      { id: "l3", date: day, amount: 200 },
      { id: "l4", date: "2026-03-03", amount: 300 },
    ],
    [
      { id: "p1", date: day, amount: 100 },
      { id: "p2", date: day, amount: 200 },
      { id: "p3", date: day, amount: 300 },
    ],
    [],
  );
  expect(hashJoin(deposits, payments)).toBe(2);
});
