import { describe, expect, test } from "vitest";
import { LINE_SHAPES } from "@/bench/matching/model";
import {
  isComplete,
  JUDGING_SEEDS,
  type Options,
  readOptions,
  TUNING_SEEDS,
  UsageError,
} from "@/bench/matching/options";

function read(...args: string[]): Options {
  const options = readOptions(args);
  if (!options) throw new Error("help was asked for");
  return options;
}

describe("options of the matching benchmark", () => {
  test("by default everything runs on the judging seeds, and replaces the report", () => {
    const options = read();
    expect(options.seeds).toBe(JUDGING_SEEDS);
    expect(options.shapes).toEqual(expect.arrayContaining([...LINE_SHAPES]));
    expect(isComplete(options)).toBe(true);
  });

  test.each([
    ["--parts", "accuracy,curves"],
    ["--curves", "shop"],
    ["--lines", "500"],
    ["--shapes", "shop"],
    ["--seeds", "tuning"],
    ["--no-write"],
  ])("a run with %s replaces nothing", (...args) => {
    expect(isComplete(read(...args))).toBe(false);
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
