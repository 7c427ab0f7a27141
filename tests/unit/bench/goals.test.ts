import { describe, expect, test } from "vitest";
import { areMet, type Measured, render } from "@/bench/api/report";
import { FLOORS, GOALS } from "@/bench/api/targets";
import { MIXED_GOALS, mixedFigures } from "@/bench/load/report";
import type { Round } from "@/bench/load/round";
import { readNodes } from "@/bench/nodes";
import { type Goal, goalsTable, judged } from "@/bench/report";
import { BARE_PAGE, type MeasuredLoad } from "@/bench/web/first-load";
import { loadsMet, renderLoads } from "@/bench/web/report";

const atMost: Goal = { name: "page", atMost: 4, unit: " ×", digits: 2 };
const atLeast: Goal = { name: "load", atLeast: 10, unit: " %", digits: 1 };

test("a goal is met up to its bound, and by nothing that wasn't measured", () => {
  expect(judged(atMost, 4)).toBe("4.00 ×, met");
  expect(judged(atMost, 4.01)).toBe("4.01 ×, **missed**");
  expect(judged(atLeast, 10)).toBe("10.0 %, met");
  expect(judged(atLeast, 9.9)).toBe("9.9 %, **missed**");
  expect(judged(atMost, Number.NaN)).toBe("–");
});

test("each version of Node has a column", () => {
  const runs = [
    { node: "v20.1.0", figures: [5, 10] },
    { node: "v24.1.0", figures: [3, 9] },
  ];
  expect(goalsTable([atMost, atLeast], runs)).toBe(
    [
      "|  | goal | Node v20.1.0 | Node v24.1.0 |",
      "| --- | ---: | ---: | ---: |",
      "| page | at most 4 × | 5.00 ×, **missed** | 3.00 ×, met |",
      "| load | at least 10 % | 10.0 %, met | 9.0 %, **missed** |",
    ].join("\n"),
  );
});

test("--node is read any number of times, and must have a path", () => {
  expect(readNodes(["--node", "/a", "--smallest", "--node", "/b", "3"])).toEqual({
    nodes: ["/a", "/b"],
    rest: ["--smallest", "3"],
  });
  expect(readNodes([])).toEqual({ nodes: [], rest: [] });
  expect(() => readNodes(["--node"])).toThrow("--node needs the path");
});

describe("the API's goals", () => {
  /** The floors take 1 ms each, so what a goal is about may take its bound times one or two. */
  const measured = (factor: number): Measured[] => {
    const times = [
      ...Object.values(FLOORS).map((name) => ({ name, p50: 1 })),
      ...GOALS.map(({ name, atMost: bound = 0, against }) => {
        return { name, p50: factor * bound * against.length };
      }),
    ];
    return times.map(({ name, p50 }) => {
      const result = { perSecond: 1, p50, p99: p50, processor: null, unchanged: 0 };
      return { name, runs: new Map([[1, [result]]]) };
    });
  };
  const run = (factor: number) => ({ node: "v24.1.0", figures: measured(factor) });

  test("are ratios to the bare things that were measured with them", () => {
    expect(areMet([run(0.9)])).toBe(true);
    expect(areMet([run(0.9), run(1.1)])).toBe(false);
    expect(render([run(0.5)])).toContain(
      "| page of 50 deposits, one has changed | at most 4 × | 2.00 ×, met |",
    );
  });

  test("aren't met by what wasn't measured", () => {
    const { node, figures } = run(0.9);
    expect(areMet([{ node, figures: figures.slice(0, -1) }])).toBe(false);
  });
});

test("the mixed load is judged by processor time and by the bare handler, of one web process", () => {
  const traffic = { seconds: 10, kinds: [{ answered: 300 }, { answered: 100 }] };
  const spent = { web: 2_000, worker: 1_000, database: 1_000 };
  const [round, other] = [
    { traffic, spent },
    { traffic, spent: { ...spent, web: 0 } },
  ] as Round[];
  const result = { perSecond: 400, p50: 1, p99: 1, processor: null, unchanged: 0 };
  const floor = [{ name: FLOORS.handler, result }];
  if (!round || !other) throw new Error("there are two rounds");
  expect(mixedFigures(floor, [round, other])).toEqual([10, 10]);
  expect(MIXED_GOALS).toHaveLength(2);
});

test("a first load is judged by its own goal, beside the bare page on the same screen", () => {
  const load = (page: string, all: number, cls = 0): MeasuredLoad => ({
    ...{ page, screen: "phone" },
    least: { all, script: 40, layout: 10, elements: 500, cls },
  });
  const bare = load(BARE_PAGE, 60);
  expect(loadsMet([bare, load("/dashboard", 180)])).toBe(true);
  expect(loadsMet([bare, load("/dashboard", 181)])).toBe(false);
  expect(loadsMet([load(BARE_PAGE, 50), load("/dashboard", 180)])).toBe(false);
  expect(loadsMet([bare, load("/dashboard", 100, 0.1)])).toBe(false);
  expect(renderLoads([bare, load("/dashboard", 181)])).toContain(
    "| /dashboard, phone | 181 ms, **missed** | 3.0 ×, met | 40 | 10 | 500 | 0.000, met |",
  );
});
