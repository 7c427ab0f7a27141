import type { CalendarDate } from "@/lib/dates";
import { type Funding, fundedOn } from "@/server/connections/fees/funding";
import type { SourceLine, SourcePayout } from "@/server/providers/types";

/** A payout as the bank shows it, with its lines. */
export interface BankDeposit {
  payout: SourcePayout;
  lines: SourceLine[];
  /** The day the source settled it; absent where the source itself says when the money arrives. */
  settledOn?: CalendarDate | undefined;
}

const AMEX = "-amex";

/**
 * What reaches the bank of a payout: the payout itself, or, of a source that reports settlements alone, its parts on
 * the days that the settings say. Until then a part is on its way. Where all of a batch was paid by American Express, it
 * keeps the batch's own id.
 */
export function bankDeposits(
  payout: SourcePayout,
  lines: SourceLine[],
  { funding, today }: { funding: Funding; today: CalendarDate },
): BankDeposit[] {
  const { paidBy, date: settledOn } = payout;
  if (paidBy === undefined) return [{ payout, lines }];
  const isApart = (line: SourceLine) => funding.amexApart && line.paidBy === "amex";
  const [apart, rest] = [lines.filter(isApart), lines.filter((line) => !isApart(line))];
  // The batch's own id comes last: once it is stored, the batch is known and not read again.
  const parts = [
    { id: rest.length === 0 ? "" : AMEX, by: "amex" as const, lines: apart },
    { id: "", by: paidBy, lines: rest },
  ].filter((part) => part.lines.length > 0);
  return parts.map((part) => {
    const date = fundedOn(funding, settledOn, part.by);
    const isLater = payout.status === "paid" && date > today;
    return {
      settledOn,
      lines: part.lines,
      payout: {
        ...payout,
        providerId: `${payout.providerId}${part.id}`,
        date,
        paidBy: part.by,
        status: isLater ? "in_transit" : payout.status,
        ...(part.by === "amex" && { description: "American Express batch" }),
      },
    };
  });
}
