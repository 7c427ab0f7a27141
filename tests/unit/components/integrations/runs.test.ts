import { describe, expect, it } from "vitest";
import {
  endedSince,
  latestRun,
  progressPercent,
  progressText,
} from "@/components/integrations/runs";
import { sampleRun } from "../samples";

describe("the progress of a sync", () => {
  it("says n of m and at what", () => {
    expect(progressText(sampleRun())).toBe("Fetching payouts, 12 of 40");
    expect(progressPercent(sampleRun())).toBe(30);
  });

  it("does not invent a total", () => {
    const run = sampleRun({ total: null });
    expect(progressText(run)).toBe("Fetching payouts, 12 so far");
    expect(progressPercent(run)).toBeNull();
    expect(progressText(sampleRun({ state: "queued" }))).toBe("Waiting to start");
  });

  it("stays within 100 and survives an empty total", () => {
    expect(progressPercent(sampleRun({ done: 41 }))).toBe(100);
    expect(progressPercent(sampleRun({ done: 0, total: 0 }))).toBeNull();
  });
});

describe("runs", () => {
  it("finds the newest of a provider", () => {
    const runs = [
      sampleRun({ id: "qb", integration_type: "quickbook" }),
      sampleRun({ id: "new" }),
      sampleRun({ id: "old" }),
    ];
    expect(latestRun(runs, "stripe")?.id).toBe("new");
    expect(latestRun(runs, "authorize")).toBeNull();
  });

  it("names each run that has ended since, once it was seen active", () => {
    const done = sampleRun({ id: "a", state: "succeeded" });
    const other = sampleRun({ id: "b", state: "failed" });
    expect(endedSince(new Set(["a", "c"]), [done, other, sampleRun({ id: "c" })])).toEqual([done]);
  });
});
