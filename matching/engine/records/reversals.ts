import { append } from "../collections/append";
import type { LedgerRow, ReversalKind } from "./records";

const WITHIN_DAYS = 31;
const VOIDS = /\b(?:void|voided|voids|cancelled|canceled|storno|annul\w*)\b/i;
const REVERSES = /\b(?:reversal|reversed|reverse|reverses)\b/i;

/**
 * Marks ledger rows that cancel each other: opposite amounts within a month, one of which says that
 * it voids or reverses, with the same customer or a shared reference. The mark only counts against
 * a match. O(n) without such rows.
 * @param rows `reversal` is modified in place
 */
export function markReversals(rows: LedgerRow[]): void {
  const reversing = rows.filter((row) => reversalKindOf(row) !== null);
  if (reversing.length === 0) return;
  const wanted = new Set(reversing.map(({ currency, amount }) => `${currency}${-amount}`));
  const byAmount = new Map<string, LedgerRow[]>();
  for (const row of rows) {
    const key = `${row.currency}${row.amount}`;
    if (wanted.has(key)) append(byAmount, key, row);
  }
  for (const back of reversing) {
    const how = reversalKindOf(back);
    if (back.reversal || !how) continue;
    const origin = (byAmount.get(`${back.currency}${-back.amount}`) ?? [])
      .filter((row) => !row.reversal && canBeReversedBy(row, back))
      .sort((a, b) => affinity(b, back) - affinity(a, back) || a.index - b.index)[0];
    if (!origin) continue;
    origin.reversal = how;
    back.reversal = how;
  }
}

/** @returns how the row says that it cancels another one, or null */
export function reversalKindOf({ payment }: LedgerRow): ReversalKind | null {
  const text = `${payment.note ?? ""} ${payment.type ?? ""} ${payment.reference ?? ""}`;
  if (VOIDS.test(text)) return "voided";
  return REVERSES.test(text) ? "reversed" : null;
}

function canBeReversedBy(row: LedgerRow, back: LedgerRow): boolean {
  const days = back.day - row.day;
  return days >= 0 && days <= WITHIN_DAYS && affinity(row, back) > 0;
}

/** Shared references count more than the customer. */
function affinity(row: LedgerRow, back: LedgerRow): number {
  const references = back.references.filter((id) => row.references.includes(id)).length;
  const customer = row.name !== -1 && row.name === back.name ? 1 : 0;
  return references * 2 + customer;
}
