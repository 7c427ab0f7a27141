import { confidenceOf } from "@/components/books/confidence";
import type { Pair } from "@/components/books/pairs-of";
import { counted } from "@/lib/counted";

/** The pairs of a suggestion that need a look, and those that don't: certain ones, and what a user chose. */
export function foldPairs(pairs: readonly Pair[]): { sure: Pair[]; doubtful: Pair[] } {
  const isSure = ({ match }: Pair) =>
    match.origin === "manual" || confidenceOf(match) === "Certain";
  return { sure: pairs.filter(isSure), doubtful: pairs.filter((pair) => !isSure(pair)) };
}

/** "5 charges matched with certainty" */
export function sureText(pairs: readonly Pair[]): string {
  const lines = pairs.flatMap((pair) => pair.lines);
  const byHand = pairs.every(({ match }) => match.origin === "manual");
  const how = byHand ? "matched manually" : "matched with certainty";
  // One without lines explains the payout as a whole.
  if (lines.length === 0) return `Payout ${how}`;
  const noun = lines.some(({ amount }) => amount.startsWith("-")) ? "line" : "charge";
  return `${counted(lines.length, noun)} ${how}`;
}
