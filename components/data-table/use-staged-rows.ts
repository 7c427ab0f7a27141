import { startTransition, useEffect, useState } from "react";

/** More than a screen shows. */
const FIRST_ROWS = 25;

/**
 * The rows to draw now: of another page, those in view at once and the others right after they are painted, because a
 * hundred new rows keep a slow browser busy for 150 ms. Rows that were there before are never taken away meanwhile.
 * @param rows the same array as long as the data is the same
 */
export function useStagedRows<T extends { id: string }>(
  rows: T[],
): { drawn: T[]; missing: number } {
  const [complete, setComplete] = useState<T[]>([]);
  useEffect(() => startTransition(() => setComplete(rows)), [rows]);
  const last = rows.at(-1)?.id;
  const isDrawn = rows.length <= 2 * FIRST_ROWS || complete.some(({ id }) => id === last);
  const drawn = isDrawn ? rows : rows.slice(0, FIRST_ROWS);
  return { drawn, missing: rows.length - drawn.length };
}
