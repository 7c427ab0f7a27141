import type { Dataset, TruthGroup } from "../model";

/**
 * Tests whether a true group has lines of several deposits. A payment is on one Deposit only, so nothing
 * can be posted with it until a person divides it: it is no pair to be found, and its payouts are not
 * postable.
 */
export function spansDeposits({
  deposits,
}: Pick<Dataset, "deposits">): (group: TruthGroup) => boolean {
  const depositOf = new Map<string, string>();
  for (const { id, lines = [] } of deposits) for (const line of lines) depositOf.set(line.id, id);
  return ({ depositId, lineIds }) =>
    lineIds.some((id) => (depositOf.get(id) ?? depositId) !== depositId);
}
