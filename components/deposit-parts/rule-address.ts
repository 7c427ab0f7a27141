/** Names the line in the address of Settings that a rule is to be made from. */
export const RULE_ORIGIN = "from";

/** Where a rule for lines like this one is made. */
export function ruleAddress(depositId: number, lineId: number): string {
  return `/settings?tab=rules&${RULE_ORIGIN}=${depositId}.${lineId}`;
}
