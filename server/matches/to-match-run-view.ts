import type { MatchRun } from "@/generated/prisma/client";
import type { MatchRun as MatchRunView } from "@/lib/contracts/match-runs";

/** A bulk Auto Match as the screens follow it. */
export function toMatchRunView(row: MatchRun): MatchRunView {
  const { id, state, done, matched, suggested, pending, message } = row;
  return { id, state, done, total: row.depositIds.length, matched, suggested, pending, message };
}
