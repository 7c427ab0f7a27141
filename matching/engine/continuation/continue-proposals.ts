import { assignOneToOne } from "../assignment/one-to-one";
import type { PairProposal } from "../decision/outcome";
import type { RecordSet } from "../records/records";
import type { ContinuedCandidates } from "./continue-candidates";

/**
 * The best assignment of changed books, as it is proposed: outside of the changed region that of the complete run.
 * @param known the proposals of the complete run, by item
 * @param propose as it proposes chosen pairs
 * @returns by item
 */
export function continueProposals(
  known: readonly Readonly<PairProposal>[],
  { origins, region }: ContinuedCandidates,
  { items, rows }: RecordSet,
  propose: (chosen: readonly number[]) => PairProposal[],
): PairProposal[] {
  const chosen = assignOneToOne(region.pairs, region.probabilities, items.length, rows.length);
  const changed = propose([...chosen].map((pair) => region.places[pair] ?? -1));
  const pairNow: number[] = [];
  for (const [pair, origin] of origins.entries()) if (origin !== -1) pairNow[origin] = pair;
  const moved = (pair: number) => pairNow[pair] ?? -1;
  const carried = known
    .filter(({ item }) => !region.hasItem(item.index))
    .map((each) => {
      const { exchange } = each;
      const proposal = { ...each };
      proposal.pair = moved(each.pair);
      if (exchange)
        proposal.exchange = Object.assign({ ...exchange }, { pair: moved(exchange.pair) });
      return proposal;
    });
  return [...carried, ...changed].sort((a, b) => a.item.index - b.item.index);
}
