import type { MatchKind } from "../contract";

/** @param items how many payout lines, and by how many ledger payments they are explained. */
export function matchKind(items: number, payments: number): MatchKind {
  if (items > 1) return payments > 1 ? "many_to_many" : "many_to_one";
  return payments > 1 ? "one_to_many" : "one_to_one";
}
