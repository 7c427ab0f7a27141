import type { DepositLine } from "@/generated/prisma/client";
import { dateText } from "@/lib/dates";
import { toWireDecimal } from "@/lib/money";

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
