import { describe, expect, test } from "vitest";
import { fitCurve, fitParameters, fitThreshold } from "@/matching/bench/leave-one-out";
import { calibrated } from "@/matching/engine/inference/calibration";

/** This many proposals of one probability, of which this share is right. */
function seen(probability: number, count: number, rightShare: number) {
  return Array.from({ length: count }, (_, i) => ({ probability, right: i < count * rightShare }));
}

describe("calibration curve", () => {
  test("probabilities that hold stay as they are", () => {
    const { slope, offset } = fitCurve([...seen(0.6, 1000, 0.6), ...seen(0.9, 1000, 0.9)]);
    expect(slope).toBeCloseTo(1, 2);
    expect(offset).toBeCloseTo(0, 2);
  });

  test("overconfidence is taken off", () => {
    const curve = fitCurve([...seen(0.9, 2000, 0.8), ...seen(0.99, 2000, 0.9)]);
    expect(calibrated(0.9, curve)).toBeCloseTo(0.8, 1);
    expect(calibrated(0.99, curve)).toBeCloseTo(0.9, 1);
  });

  test("little data changes little", () => {
    const { slope, offset } = fitCurve(seen(0.9, 2, 0));
    expect(slope).toBeGreaterThan(0.5);
    expect(Math.abs(offset)).toBeLessThan(0.5);
    expect(fitCurve([])).toEqual({ slope: 1, offset: 0 });
  });

  test("certainty and impossibility stay what they are", () => {
    expect(calibrated(1, { slope: 0.8, offset: -1 })).toBe(1);
    expect(calibrated(0, { slope: 0.8, offset: 1 })).toBe(0);
    expect(calibrated(0.7, null)).toBe(0.7);
  });
});

describe("threshold", () => {
  test("is the lowest probability from which three in ten thousand are wrong", () => {
    const sure = [...seen(0.999, 9200, 1), ...seen(0.99, 1000, 0.997)];
    expect(fitThreshold([...sure, ...seen(0.9, 100, 0.9)])).toBe(0.99);
  });

  test("accepts equal probabilities together, and nothing if nothing is good enough", () => {
    expect(fitThreshold(seen(0.999, 100, 0.9))).toBe(1);
  });

  test("only what the policy allows counts", () => {
    const all = seen(0.999, 1000, 1).map((each) => ({ ...each, auto: true, isPair: true }));
    const refused = seen(0.9, 100, 0).map((each) => ({ ...each, auto: false, isPair: true }));
    const { minAutoProbability } = fitParameters([...all, ...refused]);
    expect(minAutoProbability).toBeGreaterThan(0.9);
    expect(minAutoProbability).toBeLessThan(1);
  });
});
