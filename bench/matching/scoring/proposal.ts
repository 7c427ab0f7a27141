import type { Match } from "@/server/matching/types";

/** What is scored: who belongs together, how sure, and whether a machine would act on it. */
export interface Proposal {
  depositId: string;
  /** Empty: the deposit as a whole. */
  lineIds: readonly string[];
  paymentIds: readonly string[];
  probability: number;
  auto: boolean;
}

export function toProposal(match: Match): Proposal {
  const { depositId, lineIds, paymentIds, probability, decision } = match;
  return { depositId, lineIds, paymentIds, probability, auto: decision === "auto" };
}
