/** The rule that decides in a user's place. */
export interface DecidingRule {
  id: number;
  /** In words. */
  text: string;
}

/** What an audit row says of it. */
export function ruleFacts(rule: DecidingRule | null) {
  return rule ? { ruleId: rule.id, rule: rule.text } : {};
}
