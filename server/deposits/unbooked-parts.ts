import type { Deposit, DepositLine } from "@/generated/prisma/client";
import type { UnbookedPart } from "@/lib/line-bookings";
import type { UnbookedEntry } from "@/lib/settlement";

/** What of a deposit waits for an account, with the customers of its lines. */
export function unbookedParts(
  deposit: Pick<Deposit, "currency"> & { lines: Pick<DepositLine, "id" | "customerName">[] },
  unbooked: readonly UnbookedEntry[],
  source: string,
): UnbookedPart[] {
  const customers = new Map(deposit.lines.map(({ id, customerName }) => [id, customerName]));
  return unbooked.map(({ kind, amount, lineId }) => ({
    kind,
    amount,
    currency: deposit.currency,
    customer: customers.get(lineId) ?? "",
    source,
  }));
}
