import type { MatchRun as Row } from "@/generated/prisma/client";
import type { MatchRun } from "@/lib/contracts/match-runs";

/** A bulk Auto Match as the screens follow it. */
export function toMatchRunView(row: Row): MatchRun {
  const { id, state, done, matched, suggested, pending, message } = row;
  return { id, state, done, total: row.depositIds.length, matched, suggested, pending, message };
}
