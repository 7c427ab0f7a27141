import type { DepositLine } from "@/generated/prisma/client";
import type { LineKind } from "@/lib/constants/deposits";
import { RULE_KINDS, type RuleKind } from "@/lib/constants/rules";
import { addDays, type CalendarDate, dateText } from "@/lib/dates";
import { bookingKind } from "@/lib/line-bookings";
import { toWireDecimal } from "@/lib/money";
import type { ProviderId } from "@/lib/providers/list";
import type { StoredConditions } from "./stored-rule";

/** The facts about a line that conditions test. */
export interface RuleLine {
  /** The processor that it is from. */
  source: ProviderId;
  kind: LineKind;
  /** The processor's own name of the kind. */
  providerKind: string;
  feePredicted: boolean;
  description: string;
  customerName: string;
  customerEmail: string;
  /** Signed, minor units. */
  gross: number;
  currency: string;
}

/** The part of a rule that decides which lines it covers. */
interface Covering {
  source: ProviderId;
  conditions: StoredConditions;
}

/** What a line is to a rule; null for one that no rule covers. */
export function ruleKind(
  line: Pick<RuleLine, "kind" | "providerKind" | "feePredicted">,
): RuleKind | null {
  const kind = line.kind === "charge" ? "charge" : bookingKind(line);
  return RULE_KINDS.find((each) => each === kind) ?? null;
}

/** Whether a rule covers a line. When it may decide is {@link dueOn}. */
export function matchesRule(line: RuleLine, { source, conditions }: Covering): boolean {
  const { kind, description, currency } = conditions;
  return (
    line.source === source &&
    ruleKind(line) === kind &&
    (currency === null || currency === line.currency) &&
    isBetween(line.gross, conditions) &&
    folded(line.description).includes(folded(description)) &&
    fitsCustomer(line, conditions)
  );
}

/** The rule that decides about a line: the first one that covers it. */
export function firstRule<Rule extends Covering>(
  line: RuleLine,
  inOrder: readonly Rule[],
): Rule | null {
  return inOrder.find((rule) => matchesRule(line, rule)) ?? null;
}

/** The first day on which a rule may decide about a line of a payout. */
export function dueOn(
  payoutDate: CalendarDate,
  { afterDays }: Pick<StoredConditions, "afterDays">,
): CalendarDate {
  return addDays(payoutDate, afterDays);
}

/** A refund of 45.00 is an amount of 45.00 too. */
function isBetween(gross: number, { from, to }: StoredConditions): boolean {
  const amount = Math.abs(gross);
  return (from === null || amount >= from) && (to === null || amount <= to);
}

function fitsCustomer(
  { customerName, customerEmail }: RuleLine,
  { customer, customerName: wanted }: StoredConditions,
): boolean {
  const names = [folded(customerName), folded(customerEmail)].filter((name) => name !== "");
  if (customer === "known") return names.length > 0;
  if (customer === "none") return names.length === 0;
  return customer === "any" || names.includes(folded(wanted));
}

/** Equal for texts that differ in case and spaces only. */
function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

/** The columns of a line that rules look at. */
export const RULE_LINE = {
  id: true,
  kind: true,
  providerKind: true,
  feePredicted: true,
  description: true,
  customerName: true,
  customerEmail: true,
  gross: true,
  currency: true,
} as const;

/** A stored line as rules see it. */
export function toRuleLine(
  { gross, ...line }: Pick<DepositLine, keyof typeof RULE_LINE>,
  source: ProviderId,
): RuleLine {
  return { ...line, source, gross: Number(gross) };
}

type Line = Pick<
  DepositLine,
  "id" | "depositId" | "description" | "customerName" | "customerEmail" | "gross" | "currency"
>;

/** A line that a rule covers or has decided, as the wire has it; dated by its payout. */
export function toTouchedLine(line: Line, payoutDate: Date) {
  return {
    ...{ deposit_id: line.depositId, line_id: line.id, date: dateText(payoutDate) },
    ...{ description: line.description, customer: line.customerName || line.customerEmail },
    ...{ amount: toWireDecimal(Number(line.gross), line.currency), currency: line.currency },
  };
}
