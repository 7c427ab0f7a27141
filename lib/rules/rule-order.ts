import type { RuleConditions } from "@/lib/contracts/rules";

/** The part of a rule that determines which lines it can apply to. Lists of them are in order of precedence. */
export interface PlacedRule {
  id: number;
  active: boolean;
  /** The processor. */
  source: string;
  conditions: Pick<RuleConditions, "kind" | "customer" | "currency">;
}

/** Whether both could apply to the same line. Texts and amounts aren't compared: most of them can overlap. */
function mayOverlap(one: PlacedRule, other: PlacedRule): boolean {
  const [a, b] = [one.conditions, other.conditions];
  const apart = (key: "customer" | "currency", any: string | null) =>
    a[key] !== any && b[key] !== any && a[key] !== b[key];
  const customersApart =
    apart("customer", "any") && (a.customer === "none" || b.customer === "none");
  return (
    one.source === other.source && a.kind === b.kind && !customersApart && !apart("currency", null)
  );
}

/** Whether another active rule could apply to an active rule's lines once that is off. */
export function hasSuccessor(rules: readonly PlacedRule[], id: number): boolean {
  const place = rules.findIndex((rule) => rule.id === id);
  const rule = rules[place];
  if (!rule?.active) return false;
  return rules.slice(place + 1).some((later) => later.active && mayOverlap(rule, later));
}

/** Whether the precedence of two active rules that could apply to the same line changes. */
export function changesPrecedence(
  before: readonly PlacedRule[],
  after: readonly PlacedRule[],
): boolean {
  const placeOf = new Map(after.map(({ id }, place) => [id, place]));
  const active = before.filter((rule) => rule.active);
  return active.some((earlier, index) =>
    active
      .slice(index + 1)
      .some(
        (later) =>
          (placeOf.get(earlier.id) ?? 0) > (placeOf.get(later.id) ?? 0) &&
          mayOverlap(earlier, later),
      ),
  );
}

/** Completes "Only admins can …". */
export const CHANGE_PRECEDENCE = "change which active rule comes first";
