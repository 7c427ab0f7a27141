import type { RuleConditions } from "@/lib/contracts/rules";

/** Of a rule what says whose lines it takes; in the order in which rules decide. */
export interface PlacedRule {
  id: number;
  active: boolean;
  /** The processor. */
  source: string;
  conditions: Pick<RuleConditions, "kind" | "customer" | "currency">;
}

/** Whether a line can be covered by both. Descriptions, names and amounts are not compared: most of them can. */
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

/** Whether lines that an active rule decides about go to another active one once it is off. */
export function hasSuccessor(rules: readonly PlacedRule[], id: number): boolean {
  const place = rules.findIndex((rule) => rule.id === id);
  const rule = rules[place];
  if (!rule?.active) return false;
  return rules.slice(place + 1).some((later) => later.active && mayOverlap(rule, later));
}

/** Whether two active rules that may cover the same line change places. */
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

/** What it takes a higher role for, after "Only admins can". */
export const CHANGE_PRECEDENCE = "change which of the rules that are on decides about a line";
