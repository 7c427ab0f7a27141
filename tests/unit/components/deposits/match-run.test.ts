import { describe, expect, it } from "vitest";
import { nextStep, resultText, runText } from "@/components/deposits/match-run";
import { isUnderWay } from "@/lib/constants/runs";
import type { MatchRun } from "@/lib/contracts/match-runs";

function sampleRun(part: Partial<MatchRun> = {}): MatchRun {
  const counts = { done: 12, total: 40, matched: 0, suggested: 0, pending: 0 };
  return { id: "r1", state: "running", message: "", ...counts, ...part };
}

describe("a bulk Auto Match in words", () => {
  it("shows its progress", () => {
    expect(runText(sampleRun())).toBe("Auto Match, 12 of 40");
    expect(runText(sampleRun({ state: "queued" }))).toBe("Auto Match is waiting to start");
  });

  it("shows its result, without empty counts", () => {
    expect(resultText(sampleRun({ matched: 12, suggested: 3, pending: 5 }))).toBe(
      "12 matched · 3 suggested · 5 pending",
    );
    expect(resultText(sampleRun({ pending: 2 }))).toBe("2 pending");
    expect(resultText(sampleRun())).toBe("Nothing changed");
  });

  it("names the next step: suggestions first, then manual matching", () => {
    expect(nextStep(sampleRun({ suggested: 1, pending: 4 }))?.href).toBe("/dashboard");
    expect(nextStep(sampleRun({ pending: 4 }))?.href).toBe("/manual-match");
    expect(nextStep(sampleRun({ matched: 4 }))).toBeNull();
  });

  it.each([
    ["queued", true],
    ["running", true],
    ["succeeded", false],
    ["failed", false],
    ["cancelled", false],
  ] as const)("%s is under way: %s", (state, expected) => {
    expect(isUnderWay({ state })).toBe(expected);
  });
});
