import { append } from "./grouping";
import type { Entry, TakenBack } from "./rows";

const WITHIN_DAYS = 31;
const VOIDS = /\b(?:void|voided|voids|cancelled|canceled|storno|annul\w*)\b/i;
const REVERSES = /\b(?:reversal|reversed|reverse|reverses)\b/i;

/**
 * Marks rows of the books that cancel each other: the opposite amount within a month, one of them
 * says that it takes something back, and both share a
 * customer or a reference. The mark only speaks against a match.
 */
export function markTakenBack(entries: Entry[]): void {
  const takingBack = entries.filter((entry) => howTakenBack(entry) !== null);
  if (takingBack.length === 0) return;
  const wanted = new Set(takingBack.map(({ currency, amount }) => `${currency}${-amount}`));
  const byAmount = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = `${entry.currency}${entry.amount}`;
    if (wanted.has(key)) append(byAmount, key, entry);
  }
  for (const back of takingBack) {
    const how = howTakenBack(back);
    if (back.takenBack || !how) continue;
    const origin = (byAmount.get(`${back.currency}${-back.amount}`) ?? [])
      .filter((entry) => !entry.takenBack && belongs(entry, back))
      .sort((a, b) => kinship(b, back) - kinship(a, back) || a.index - b.index)[0];
    if (!origin) continue;
    origin.takenBack = how;
    back.takenBack = how;
  }
}

function howTakenBack({ payment }: Entry): TakenBack | null {
  const text = `${payment.note ?? ""} ${payment.type ?? ""} ${payment.reference ?? ""}`;
  if (VOIDS.test(text)) return "voided";
  return REVERSES.test(text) ? "reversed" : null;
}

function belongs(entry: Entry, back: Entry): boolean {
  const days = back.day - entry.day;
  return days >= 0 && days <= WITHIN_DAYS && kinship(entry, back) > 0;
}

/** Shared references count before the customer. */
function kinship(entry: Entry, back: Entry): number {
  const references = back.references.filter((id) => entry.references.includes(id)).length;
  const customer = entry.name !== -1 && entry.name === back.name ? 1 : 0;
  return references * 2 + customer;
}
