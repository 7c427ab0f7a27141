import type { Deposit, DepositLine } from "@/generated/prisma/client";
import type { BookingView } from "@/lib/contracts/deposits";
import { alwaysText, unbookedText } from "@/lib/line-bookings";
import { toWireDecimal } from "@/lib/money";
import type { SettlementEntry, UnbookedEntry } from "@/lib/settlement";
import { unbookedParts } from "./unbooked-parts";

/** What of a deposit no payment explains, each with its account or the question for it; without the fees. */
export function toBookingViews(
  deposit: Pick<Deposit, "currency"> & { lines: Pick<DepositLine, "id" | "customerName">[] },
  entries: readonly SettlementEntry[],
  { source, accountName }: { source: string; accountName: (id: string) => string },
): BookingView[] {
  const own = entries.filter(isOfLine);
  const parts = unbookedParts(deposit, own, source);
  return own.map(({ kind, lineId, amount, accountId }, index) => {
    const part = parts[index];
    return {
      line_id: lineId,
      kind,
      amount: toWireDecimal(amount, deposit.currency),
      text: part ? unbookedText(part) : "",
      account: accountId === null ? null : accountName(accountId),
      always: alwaysText(kind, source) ?? "",
    };
  });
}

function isOfLine(entry: SettlementEntry): entry is UnbookedEntry {
  return entry.lineId !== null && entry.kind !== "fee" && entry.kind !== "difference";
}
