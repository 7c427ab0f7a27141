import { useQuery } from "@tanstack/react-query";
import { depositDetailQuery } from "@/components/deposits/queries";
import { proofOf, type Selection, sharedCurrency } from "@/components/matching/selection";
import { depositNumber } from "@/components/matching/transactions";
import type { SumProof } from "@/lib/contracts/deposits";

export interface LiveProof {
  currency: string;
  proof: SumProof;
}

/** The sum of what is selected; null unless it is one deposit in one currency whose lines are here. */
export function useLiveProof(selection: Selection): LiveProof | null {
  const [deposit, ...more] = selection.stripe;
  const { data } = useQuery({
    ...depositDetailQuery(deposit ? depositNumber(deposit) : 0),
    enabled: deposit !== undefined,
  });
  const currency = sharedCurrency(selection);
  if (!deposit || more.length > 0 || !data || currency === null) return null;
  return { currency, proof: proofOf(selection, data.deposit.lines, currency) };
}
