import { describe, expect, it } from "vitest";
import type { Pair } from "@/components/deposit-parts/pair-up";
import { foldPairs, sureText } from "@/components/suggestions/suggestion-card";
import { sampleMatch } from "../samples";

function pair(
  origin: "auto" | "suggestion" | "manual",
  probability: number,
  ...amounts: string[]
): Pair {
  return {
    match: sampleMatch({ origin, probability }),
    lines: amounts.map((amount, id) => ({
      ...{ id, amount, description: "", plateform: "Stripe", entity: "" },
      status: "suggested",
    })),
  };
}

describe("the pairs of a suggestion", () => {
  it("are folded when nobody has to look at them", () => {
    const certain = pair("auto", 0.999, "10.00");
    const chosen = pair("manual", 1, "10.00");
    const likely = pair("auto", 0.95, "10.00");
    // However probable it is: the engine held back.
    const heldBack = pair("suggestion", 0.999, "10.00");
    expect(foldPairs([likely, certain, heldBack, chosen])).toEqual({
      sure: [certain, chosen],
      doubtful: [likely, heldBack],
    });
  });

  it("are counted by what they explain", () => {
    const certain = (...amounts: string[]) => pair("auto", 0.999, ...amounts);
    expect(sureText([certain("10.00")])).toBe("1 charge matched with certainty");
    expect(sureText([certain("10.00", "5.00"), certain("1.00")])).toBe(
      "3 charges matched with certainty",
    );
    expect(sureText([certain("10.00"), certain("-4.00")])).toBe("2 lines matched with certainty");
    expect(sureText([pair("manual", 1, "10.00")])).toBe("1 charge matched manually");
    expect(sureText([certain()])).toBe("Payout matched with certainty");
  });
});
