import type { Deposit } from "@/lib/contracts/deposits";
import type { MatchView } from "@/lib/contracts/match-views";

type Line = Deposit["lines"][number];

/** One match with the lines it explains; no lines when it explains the deposit as a whole. */
export interface Pair {
  match: MatchView;
  lines: Line[];
}

/** Least certain first, so the pairs to review are on top. */
export function pairsOf(lines: Line[], matches: MatchView[]): Pair[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return [...matches]
    .sort((a, b) => a.probability - b.probability)
    .map((match) => ({
      match,
      lines: match.line_ids.flatMap((id) => byId.get(id) ?? []),
    }));
}
