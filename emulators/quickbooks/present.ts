import type { Entity, EntityName, Line, QuickBooksState } from "./state";
import { isAmerican } from "./tax";

/**
 * An object as QuickBooks sends it. Deposit lines that link a transaction lose their cents on the wire (1675
 * with a TotalAmt of 1675.52): the total is exact, the line is not. Journal entries and transfers don't name
 * their Deposit: neither schema has a place for it. Outside the United States a refund receipt
 * doesn't name its Deposit: whether it does is unproved (tap-quickbooks' schema of it has no LinkedTxn), so a
 * client has to work with either.
 */
export function presented(
  state: QuickBooksState,
  name: EntityName,
  entity: Entity,
): Record<string, unknown> {
  const copy = structuredClone(entity);
  if (name === "RefundReceipt" && !isAmerican(state)) delete copy.LinkedTxn;
  if (name === "Transfer") delete copy.LinkedTxn;
  if (name === "JournalEntry") {
    copy.Line = copy.Line?.map(({ LinkedTxn, ...line }: Line) => line) ?? [];
  }
  if (name !== "Deposit" || !copy.Line) return copy;
  copy.Line = copy.Line.map((line: Line) =>
    line.LinkedTxn && line.Amount !== undefined
      ? { ...line, Amount: Math.trunc(line.Amount) + 0 }
      : line,
  );
  return copy;
}
