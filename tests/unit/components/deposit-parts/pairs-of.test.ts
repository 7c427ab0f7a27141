import { describe, expect, it } from "vitest";
import { pairsOf } from "@/components/deposit-parts/pair-up";
import { sampleMatch } from "../samples";

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

  it("has no lines when the deposit is matched as a whole", () => {
    expect(pairsOf([], [sampleMatch({ line_ids: [] })])[0]?.lines).toEqual([]);
  });
});
