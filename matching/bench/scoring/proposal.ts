import type { Match } from "@/matching/engine/contract";

/** What is scored: the records matched, the probability, and whether the match is automatic. */
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
