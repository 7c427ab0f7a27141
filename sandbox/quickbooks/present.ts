import type { Entity, EntityName, Line } from "./state";

/**
 * An object as QuickBooks sends it. Deposit lines that link a transaction lose their cents on the wire (1675
 * with a TotalAmt of 1675.52): the total is exact, the line is not.
 */
export function presented(name: EntityName, entity: Entity): Record<string, unknown> {
  const copy = structuredClone(entity);
  if (name !== "Deposit" || !copy.Line) return copy;
  copy.Line = copy.Line.map((line: Line) =>
    line.LinkedTxn && line.Amount !== undefined
      ? { ...line, Amount: Math.trunc(line.Amount) + 0 }
      : line,
  );
  return copy;
}
