import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { suggestionList as contract } from "@/lib/contracts/matches";
import { readCursor, SUGGESTIONS_PER_PAGE, writeCursor } from "@/lib/contracts/values/suggestions";
import { groupBy } from "@/lib/group-by";
import { waitingText } from "@/lib/line-bookings";
import { settle, toSumProof } from "@/lib/settlement";
import { providerName } from "@/server/connections/find";
import { bankNames } from "@/server/deposits/columns";
import { toDepositView, toMatchView } from "@/server/deposits/deposit-view";
import { unbookedParts } from "@/server/deposits/line-payments";
import {
  decidedLineIds,
  matchedLineIds,
  toStoredDeposit,
  toStoredMatch,
} from "@/server/deposits/read-deposit-parts";
import { recordedTwice } from "@/server/deposits/second-records";
import { toSettlementDeposit, toSettlementMatch } from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import { readSuggestions } from "./read-suggestions";

/** Suggested deposits, each with its matches and their evidence: the oldest ones, or those after a cursor. */
export async function listSuggestions(
  ctx: CompanyContext,
  { after }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const cursor = after === undefined ? null : readCursor(after);
  const { total, booksSettings, ...read } = await readSuggestions(ctx, cursor);
  const last = read.deposits[SUGGESTIONS_PER_PAGE - 1];
  const twice = recordedTwice(read.twins);
  const linesOf = groupBy(read.lines, ({ depositId }) => depositId);
  const bankOf = bankNames(booksSettings);
  const matchesOf = groupBy(read.matches, ({ depositId }) => depositId);
  return {
    total,
    next: last ? writeCursor({ date: last.txnDate, id: last.id }) : null,
    suggestions: read.deposits.flatMap((row) => {
      const found = matchesOf.get(row.id);
      if (!found) return [];
      const lines = linesOf.get(row.id) ?? [];
      const deposit = toStoredDeposit(row, lines);
      const matches = found.map(toStoredMatch);
      const settlement = settle(toSettlementDeposit(deposit), matches.map(toSettlementMatch));
      const source = providerName(deposit.provider);
      return {
        deposit: toDepositView(deposit, {
          bankOf,
          matchedLineIds: matchedLineIds(lines),
          decidedLineIds: decidedLineIds(matches),
          unbookedLineIds: new Set(settlement.unbooked.map(({ lineId }) => lineId)),
        }),
        matches: matches.map((match) => toMatchView(match, twice.get(match.id))),
        proof: toSumProof(settlement, Number(deposit.amount), deposit.currency),
        waiting: waitingText(unbookedParts(deposit, settlement.unbooked, source)),
        // All of them have to be right for the deposit to be right; the weakest decides.
        probability: Math.min(...matches.map((match) => match.probability)),
      };
    }),
  };
}
