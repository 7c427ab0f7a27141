import { describe, expect, it } from "vitest";
import type { DepositInput, PaymentInput } from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";

const WORKS =
  "restored tuned rendered soldered patched sanded polished stitched gilded capped".split(" ");
const THINGS = "walnut piano copper slate marble leather mirror velvet".split(" ");

interface Work {
  text: string;
  cents: number;
  day: string;
}

/** Eighty charges of different amounts and texts. */
const works: Work[] = THINGS.flatMap((thing, i) =>
  WORKS.map((work, j) => ({
    text: `${thing} ${work}`,
    cents: 4111 + 731 * i + 97 * j,
    day: `2026-04-${String(1 + ((i + j) % 20)).padStart(2, "0")}`,
  })),
);

/** The same charges with memos as the bookkeeper writes them, and one payment whose memo has other words. */
function evidenceOfOther(memoOf: (work: Work, at: number) => string) {
  const all = [...works, { text: "harp strings tightened", cents: 3170, day: "2026-04-22" }];
  const deposit: DepositInput = {
    ...{ id: "po", date: "2026-04-25", currency: "USD" },
    amount: all.reduce((sum, { cents }) => sum + cents, 0),
    lines: all.map(({ text, cents, day }, i) => ({
      ...{ id: `l${i}`, type: "charge", date: day, amount: cents, description: text },
    })),
  };
  const payments = all.map(
    (work, i): PaymentInput => ({
      ...{ id: `p${i}`, date: work.day, amount: work.cents, currency: "USD" },
      note: i === works.length ? "boat sails mended" : memoOf(work, i),
    }),
  );
  const { matches } = match([deposit], payments, { algorithm: "smart" });
  const weightOf = (line: string) =>
    matches
      .find(({ lineIds }) => lineIds.includes(line))
      ?.evidence.find(({ level }) => /text/.test(level))?.weight ?? 0;
  return { other: weightOf(`l${works.length}`), same: weightOf("l0") };
}

describe("a memo of other words than the charge's description", () => {
  it("speaks against where the books repeat the description, also cut off or misspelled", () => {
    const { other, same } = evidenceOfOther(({ text }, i) =>
      i % 3 === 0 ? text.slice(0, -3) : i % 3 === 1 ? text.replace("e", "a") : `${text} thanks`,
    );
    expect(other).toBeLessThan(-4);
    expect(same).toBeGreaterThan(3);
  });

  it("says nothing where memos are the bookkeeper's own words", () => {
    const own = "window tuesday umbrella neighbour cousin market sunday garden".split(" ");
    const { other } = evidenceOfOther(
      (_, i) => `${own[i % 8]} ${own[(i * 3 + 1) % 8]}${"abcdefghij"[i % 10]}`,
    );
    expect(Math.abs(other)).toBeLessThan(0.5);
  });
});
