import { useQueries } from "@tanstack/react-query";
import { depositDetailQuery } from "@/components/deposits/queries";
import { proofOf, type Selection, sharedCurrency } from "@/components/matching/selection";
import { depositNumber } from "@/components/matching/transactions";
import type { SumProof } from "@/lib/contracts/deposits";

export interface LiveProof {
  currency: string;
  proof: SumProof;
}

/** The sum of what is selected; null while nothing is, currencies differ, or fees are still loading. */
export function useLiveProof(selection: Selection): LiveProof | null {
  const details = useQueries({
    queries: selection.stripe.map((view) => depositDetailQuery(depositNumber(view))),
  });
  const currency = sharedCurrency(selection);
  const known = details.flatMap(({ data }) => data?.proof ?? []);
  if (currency === null || known.length < selection.stripe.length) return null;
  return { currency, proof: proofOf(selection, known, currency) };
}
