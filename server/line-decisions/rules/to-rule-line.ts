import type { DepositLine } from "@/generated/prisma/client";
import { dateText } from "@/lib/dates";
import { toWireDecimal } from "@/lib/money";
import type { ProviderId } from "@/lib/providers/list";
import type { RuleLine } from "./matches-rule";

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

/** A line that a rule covers or has decided about, as the wire has it; dated by its payout. */
export function toTouchedLine(line: Line, payoutDate: Date) {
  return {
    ...{ deposit_id: line.depositId, line_id: line.id, date: dateText(payoutDate) },
    ...{ description: line.description, customer: line.customerName || line.customerEmail },
    ...{ amount: toWireDecimal(Number(line.gross), line.currency), currency: line.currency },
  };
}
