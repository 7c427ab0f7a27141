import { describe, expect, it } from "vitest";
import { pairsOf } from "@/components/matching/pairs";
import { confidenceOf, percentText } from "@/components/matching/probability";
import { sampleMatch } from "../samples";

describe("confidenceOf", () => {
  it.each([
    [1, "Certain"],
    [0.99, "Certain"],
    [0.989, "Likely"],
    [0.8, "Likely"],
    [0.79, "Unsure"],
    [0, "Unsure"],
  ] as const)("calls %d %s", (probability, word) => {
    expect(confidenceOf(probability)).toBe(word);
  });

  it("rounds to whole percent but never up to certainty", () => {
    expect(percentText(0.874)).toBe("87%");
    expect(percentText(0.9996)).toBe("99%");
    expect(percentText(1)).toBe("100%");
  });
});

describe("pairsOf", () => {
  const line = (id: number) => ({
    id,
    description: "",
    plateform: "Stripe",
    entity: "",
    amount: "1.00",
    status: "suggested" as const,
  });

  it("puts the least certain first, each with its lines", () => {
    const sure = sampleMatch({ id: "sure", probability: 0.99, line_ids: [1] });
    const unsure = sampleMatch({ id: "unsure", probability: 0.6, line_ids: [3, 2] });
    const pairs = pairsOf([line(1), line(2), line(3)], [sure, unsure]);
    expect(pairs.map(({ match, lines }) => [match.id, lines.map(({ id }) => id)])).toEqual([
      ["unsure", [3, 2]],
      ["sure", [1]],
    ]);
  });

  it("has no lines where the deposit is matched as a whole", () => {
    expect(pairsOf([], [sampleMatch({ line_ids: [] })])[0]?.lines).toEqual([]);
  });
});
