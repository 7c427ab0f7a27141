import { describe, expect, test } from "vitest";
import { JUDGE_SHAPES, LINE_SHAPES } from "@/matching/bench/model";
import {
  JUDGING_SEEDS,
  type Options,
  REPORT_SEEDS,
  readOptions,
  TUNING_SEEDS,
  UsageError,
} from "@/matching/bench/options";

function read(...args: string[]): Options {
  const options = readOptions(args);
  if (!options) throw new Error("help was asked for");
  return options;
}

describe("options of the matching benchmark", () => {
  test("by default everything runs on seeds that nothing else reads, and replaces the report", () => {
    const options = read();
    expect(options).toMatchObject({ seedSet: "report", seeds: REPORT_SEEDS });
    expect(options.shapes).toEqual(expect.arrayContaining([...LINE_SHAPES]));
    expect(read("--public", "a", "--public", "b")).toMatchObject({
      seedSet: "report",
      publicFolders: ["a", "b"],
    });
    expect(() => read("--seeds", "report")).toThrow(UsageError);
    expect(new Set([...TUNING_SEEDS, ...JUDGING_SEEDS, ...REPORT_SEEDS]).size).toBe(12);
  });

  test("the judges' books run on all but the tuning seeds", () => {
    expect(read().shapes).toEqual(expect.arrayContaining([...JUDGE_SHAPES]));
    expect(read("--shapes", "rents,shop").shapes).toEqual(["rents", "shop"]);
    const tuning = read("--seeds", "tuning").shapes;
    for (const shape of JUDGE_SHAPES) expect(tuning).not.toContain(shape);
    expect(() => read("--seeds", "tuning", "--shapes", "rents")).toThrow(/no shape "rents"/);
    expect(() => read("--curves", "rents")).toThrow(UsageError);
  });

  test.each([
    ["--parts", "accuracy,curves"],
    ["--curves", "shop"],
    ["--lines", "500"],
    ["--shapes", "shop"],
    ["--seeds", "tuning"],
    ["--no-write"],
  ])("a run with %s replaces nothing", (...args) => {
    expect(read(...args).seedSet).not.toBe("report");
  });

  test("lists name parts and shapes", () => {
    const options = read("--parts", "curves, speed", "--curves", "shop,invoices", "--lines", "2k");
    expect(options).toMatchObject({
      parts: ["curves", "speed"],
      curves: ["shop", "invoices"],
      lines: 2000,
    });
    expect(read("--seeds", "tuning").seeds).toBe(TUNING_SEEDS);
  });

  test("what does not exist is a usage error that names the choices", () => {
    expect(() => read("--parts", "sped")).toThrow(/no part "sped"; there are accuracy/);
    expect(() => read("--curves", "payouts")).toThrow(UsageError);
    expect(() => read("--no-speed")).toThrow(UsageError);
  });
});
