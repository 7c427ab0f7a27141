import type { DepositLine } from "@/generated/prisma/client";
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
