import { describe, expect, it } from "vitest";
import { confidenceOf, shareOf } from "@/components/deposit-parts/confidence-meter";

describe("confidenceOf", () => {
  it.each([
    [1, "Certain"],
    [0.99, "Certain"],
    [0.989, "Likely"],
    [0.8, "Likely"],
    [0.79, "Unsure"],
    [0, "Unsure"],
  ] as const)("calls %d %s where the engine acts alone", (probability, word) => {
    expect(confidenceOf({ probability, origin: "auto" })).toBe(word);
  });

  it.each([
    [1, "Likely"],
    [0.995, "Likely"],
    [0.6, "Unsure"],
  ] as const)("calls %d %s where the engine held back", (probability, word) => {
    expect(confidenceOf({ probability, origin: "suggestion" })).toBe(word);
  });

  it("has an empty bar for what waits for the user", () => {
    expect(shareOf({ probability: 0.999, origin: "suggestion" })).toBe(0.9);
    expect(shareOf({ probability: 0.4, origin: "suggestion" })).toBe(0.4);
    expect(shareOf({ probability: 0.999, origin: "auto" })).toBe(0.999);
  });
});
