import { describe, expect, test } from "vitest";
import type { Accuracy } from "@/matching/bench/accuracy";
import { JUDGE_SHAPES, LINE_SHAPES, type Shape } from "@/matching/bench/model";
import { calibrationTable, plotCalibration } from "@/matching/bench/report/calibration";
import { measured } from "@/matching/bench/report/document";
import { shapesBelow, targetTable } from "@/matching/bench/report/targets";
import { addPayoutScores } from "@/matching/bench/scoring/payouts";
import { emptyScore, type Score } from "@/matching/bench/scoring/score";
import { bareMethod } from "@/matching/bench/speed/bare-method";
import type { SpeedResult } from "@/matching/bench/speed/measure";
import { hashJoin } from "@/matching/bench/speed/measure";
import { books } from "./samples";

function scoreOf(right: number, proposed: number): Score {
  return {
    ...emptyScore(),
    truePairs: 1000,
    proposedPairs: proposed,
    rightPairs: right,
    autoPairs: right,
    rightAutoPairs: right,
    autoLinks: right,
    rightAutoLinks: right,
    kinds: new Map([["one_to_one", { true: 1000, found: right }]]),
  };
}

function accuracyOf(shape: Shape, right: number): Accuracy {
  return {
    shape,
    rows: 1000,
    payments: 1000,
    ours: scoreOf(right, right),
    payouts: addPayoutScores([]),
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
    bare: { read: 0.1, block: 0.1, score: 0.1, learn: 0.1, assign: 0.1 },
    ...memory,
  };
}

function verdictOf(text: string | null, what: string): string | undefined {
  const row = text?.split("\n").find((line) => line.includes(what));
  return row?.split("|").at(-2)?.trim();
}

describe("verdicts", () => {
  const accuracy = LINE_SHAPES.map((shape) => accuracyOf(shape, shape === "invoices" ? 800 : 985));

  test("show which targets are met, and by how much the others are missed", () => {
    const text = targetTable(accuracy, null, [speedOf(100_000, 6.4), speedOf(1_000_000, 106)]);
    expect(verdictOf(text, "own shapes: automatic links right in the books")).toBe("met");
    expect(verdictOf(text, "own shapes: payouts untouched")).toBe("missed by 88.00 %");
    expect(verdictOf(text, "F1, hardest (invoices)")).toBe("missed by 6.11 %");
    expect(verdictOf(text, "time, 100000 lines")).toBe("met");
    expect(verdictOf(text, "time, 1000000 lines")).toBe("missed by 6.00 s");
    expect(verdictOf(text, "growth per tenfold")).toBe("missed by 4.6 times");
    expect(verdictOf(text, "memory, 1000000 lines")).toBe("met");
  });

  test("there is no mean when a shape is missing", () => {
    expect(targetTable(accuracy.slice(1), null, [])).toBeNull();
  });

  test("shapes that miss a bound alone are listed, worst first", () => {
    const text = shapesBelow([accuracyOf("shop", 940), accuracyOf("club", 850)]);
    expect(text).toContain("- own shapes: F1 below 95.0 %: club 91.9 %\n");
    expect(text).toContain("- own shapes: auto coverage below 90.0 %: club 85.0 %");
    expect(text).not.toContain("right in the books");
    expect(shapesBelow([])).toBeNull();
  });

  test("books by other authors have bounds of their own", () => {
    const judges = JUDGE_SHAPES.map((shape) => accuracyOf(shape, 945));
    const text = targetTable([...accuracy, ...judges], null, []);
    expect(verdictOf(text, "other authors: F1, mean")).toBe("met");
    expect(verdictOf(text, "own shapes: F1, mean")).not.toBe("met");
  });
});

test("the judges' figures have a section of their own and change no other section's", () => {
  const known = LINE_SHAPES.map((shape) => accuracyOf(shape, 985));
  const judges = JUDGE_SHAPES.map((shape) => accuracyOf(shape, 500));
  const nothing = { absence: [], invoices: [], leftOut: [], curves: [], others: null, speed: [] };
  const without = measured({ ...nothing, accuracy: known });
  const both = measured({ ...nothing, accuracy: [...known, ...judges] });
  const ownSections = new Set(["Payouts untouched", "Payouts with lines", "Recall per kind"]);
  const own = (sections: ReturnType<typeof measured>) =>
    sections.filter(([title]) => ownSections.has(title));
  const isJudges = ([title]: readonly string[]) => title === "Books by other authors";
  expect(without.some(isJudges)).toBe(false);
  expect(own(both)).toEqual(own(without));
  expect(own(both)).toHaveLength(ownSections.size);
  const [, , pairs = "", payouts = ""] = both.find(isJudges) ?? [];
  for (const shape of [...JUDGE_SHAPES, "all"]) {
    expect(pairs).toContain(`| ${shape} `);
    expect(payouts).toContain(`| ${shape} `);
  }
  expect(verdictOf(pairs, "| rents ")).toBeDefined();
  expect(pairs).toContain("66.67 %");
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

test("the bare method pairs equal amounts of one customer, and no others", () => {
  const date = "2026-03-02";
  const { deposits, payments } = books(
    [{ id: "l1", date, amount: 100 }],
    [{ id: "p1", date: "2026-03-03", amount: 100 }],
    [],
  );
  const found = (entity: string, customerName: string) => {
    const lines = deposits[0]?.lines?.map((line) => ({ ...line, entity }));
    return bareMethod(
      deposits.map((deposit) => ({ ...deposit, lines })),
      payments.map((payment) => ({ ...payment, customerName })),
    ).found;
  };
  expect(found("Ada Byron", "Ada Byron")).toBe(1);
  expect(found("Ada Byron", "Mary Shelley")).toBe(0);
});

describe("calibration", () => {
  const judged = (probability: number, right: number, of: number) =>
    Array.from({ length: of }, (_, i) => {
      return { probability, right: i < right, auto: true, isPair: true };
    });
  const result = accuracyOf("shop", 10);
  const stated: Accuracy = {
    ...result,
    ours: { ...result.ours, judged: [...judged(0.9, 90, 100), ...judged(1, 20, 20)] },
    payouts: { ...result.payouts, judged: judged(0.6, 8, 8) },
  };

  test("matches and payouts have their error, in all and by shape", () => {
    const [, , shop, all] = calibrationTable([stated]).split("\n");
    const cells = shop?.split("|").map((cell) => cell.trim());
    expect(cells).toEqual(expect.arrayContaining(["shop", "120", "91.67 %", "8", "60.00 %"]));
    expect(all?.replace("all ", "shop")).toBe(shop);
  });

  test("the plot has a bar for each bin that says something, inside its axes", () => {
    const svg = plotCalibration("Calibration: shapes", [stated]);
    expect(svg.match(/class="line first" d="M[\d.]+ [\d.]+L/g)).toHaveLength(2);
    expect(svg.match(/class="line third" d="M[\d.]+ [\d.]+L/g)).toHaveLength(1);
    expect(svg).toContain(">99.99 %</text>");
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });
});
