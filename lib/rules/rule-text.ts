import type { RuleKind } from "@/lib/constants/rules";
import type { RuleConditions, RuleOutcome } from "@/lib/contracts/rules";

/** The kinds as they stand in a rule: "Stripe charges". */
export const RULE_KIND_WORDS: Record<RuleKind, string> = {
  charge: "charges",
  refund: "refunds",
  dispute: "disputes",
  bill: "bills",
  adjustment: "adjustments",
  reserve: "reserves",
  transfer: "transfers",
};

interface SaidRule {
  /** The processor's name. */
  source: string;
  conditions: RuleConditions;
  outcome: RuleOutcome;
}

/**
 * A rule in words: "Stripe charges described 'Donation' without a customer → sales receipt for 'Website donors',
 * item 'Donation'".
 */
export function ruleText({ source, conditions, outcome }: SaidRule): string {
  return `${conditionsText(source, conditions)} → ${outcomeText(conditions.kind, outcome)}`;
}

/** The part before the arrow: which lines it covers. */
export function conditionsText(source: string, conditions: RuleConditions): string {
  const { kind, description, currency, after_days } = conditions;
  return [
    `${source} ${RULE_KIND_WORDS[kind]}`,
    description && `described ${quoted(description)}`,
    customerText(conditions),
    amountText(conditions),
    // With an amount, the currency is part of it.
    currency && !hasAmount(conditions) && `in ${currency}`,
    after_days > 0 && `${days(after_days)} after the payout`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** The part behind the arrow: what the rule does. */
function outcomeText(kind: RuleKind, outcome: RuleOutcome): string {
  if (outcome.do === "account") {
    return [
      `book to ${quoted(outcome.account.Name)}`,
      outcome.customer && `customer ${quoted(outcome.customer.Name)}`,
      outcome.class && `class ${quoted(outcome.class.Name)}`,
    ]
      .filter(Boolean)
      .join(", ");
  }
  if (outcome.do === "wait") {
    const note = outcome.note && `, note ${quoted(outcome.note)}`;
    return `postpone for ${days(outcome.days)}${note}`;
  }
  const { customer, item, tax_code, memo } = outcome;
  const whom = customer ? quoted(customer.Name) : "the line's own customer";
  return [
    `${receiptWords(kind)} ${whom}`,
    `item ${quoted(item.Name)}`,
    tax_code && `tax code ${quoted(tax_code.Name)}`,
    outcome.class && `class ${quoted(outcome.class.Name)}`,
    memo && `memo ${quoted(memo)}`,
  ]
    .filter(Boolean)
    .join(", ");
}

function receiptWords(kind: RuleKind): string {
  if (kind === "charge") return "sales receipt for";
  return kind === "refund" ? "refund receipt to" : "receipt for";
}

function customerText({ customer, customer_name }: RuleConditions): string {
  if (customer === "known") return "with a customer";
  if (customer === "none") return "without a customer";
  return customer === "named" ? `from ${quoted(customer_name)}` : "";
}

function hasAmount({ amount_from, amount_to }: RuleConditions): boolean {
  return amount_from !== null || amount_to !== null;
}

function amountText({ amount_from, amount_to, currency }: RuleConditions): string {
  const unit = currency ? ` ${currency}` : "";
  if (amount_from !== null && amount_to !== null) {
    return amount_from === amount_to
      ? `of ${amount_from}${unit}`
      : `of ${amount_from} to ${amount_to}${unit}`;
  }
  if (amount_from !== null) return `of at least ${amount_from}${unit}`;
  return amount_to !== null ? `of at most ${amount_to}${unit}` : "";
}

function days(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}

function quoted(text: string): string {
  return `'${text}'`;
}
