import { append } from "./grouping";
import type { Entry, Unit } from "./normalize";
import { SET_PRIOR_BITS, WINDOW } from "./prior";
import { lagBits } from "./score";
import { type OpenRows, probabilityOf, type SetProposal, sumBits } from "./set-proposal";
import { findSubsets } from "./subset-sum";

const MOST_CANDIDATES = 16;
const MOST_PER_WORD = 64;
const ENOUGH_NAME_BITS = 5;
const ALL_OF_THEM_BITS = 4;

/**
 * One line (or deposit) that a customer's several payments share: instalments of an invoice, an
 * order booked in parts. The customer or a reference has to tie every single payment to it.
 */
export function findSplits(open: OpenRows): SetProposal[] {
  const { lexicon } = open.rows;
  const byWord = new Map<string, Entry[]>();
  const byReference = new Map<number, Entry[]>();
  for (const entry of open.entries) {
    for (const word of lexicon.form(entry.name)?.words ?? []) append(byWord, word, entry);
    for (const reference of entry.references) append(byReference, reference, entry);
  }
  const rivals = new Map<string, number>();
  for (const unit of open.rows.units) {
    rivals.set(amountKey(unit), (rivals.get(amountKey(unit)) ?? 0) + 1);
  }
  const found: SetProposal[] = [];
  for (const unit of open.units) {
    if (!unit.explainable) continue;
    const related = new Set<Entry>();
    for (const name of [unit.name, unit.text]) {
      for (const word of lexicon.form(name)?.words ?? []) {
        addFew(related, byWord.get(word));
      }
    }
    for (const reference of unit.references) addFew(related, byReference.get(reference));
    const set =
      related.size < 2 ? null : splitOf(open, unit, [...related], rivals.get(amountKey(unit)) ?? 1);
    if (set) found.push(set);
  }
  return found;
}

function splitOf(open: OpenRows, unit: Unit, related: Entry[], rivals: number): SetProposal | null {
  const ties = related
    .filter((entry) => isPartOf(unit, entry))
    .map((entry) => {
      const name = open.scorer.name(unit, entry);
      const reference = Math.max(0, open.scorer.reference(unit, entry).bits);
      return { entry, name, bits: name.bits + reference };
    })
    .filter((tie) => tie.bits >= ENOUGH_NAME_BITS)
    .sort(
      (a, b) => distance(unit, a.entry) - distance(unit, b.entry) || a.entry.index - b.entry.index,
    )
    .slice(0, MOST_CANDIDATES);
  if (ties.length < 2) return null;
  const items = ties.map(({ entry }) => ({ amount: Math.abs(entry.amount), kind: entry.twins }));
  const targets = unit.net === unit.gross ? [unit.gross] : [unit.gross, unit.net];
  for (const target of targets) {
    const { solutions, complete } = findSubsets(items, Math.abs(target));
    const [only, second] = solutions;
    if (!only || second || !complete) continue;
    const chosen = only.flatMap((index) => ties[index] ?? []);
    const weakest = chosen.reduce((a, b) => (b.bits < a.bits ? b : a));
    const farthest = chosen.reduce((a, b) =>
      distance(unit, b.entry) > distance(unit, a.entry) ? b : a,
    );
    const amounts = items.map((item) => item.amount);
    const all = chosen.length === ties.length;
    const lag = farthest.entry.day - unit.day;
    const parts = {
      // Parts of a price that many pay may be the parts of someone else's.
      sumBits: sumBits(amounts, ties.length + Math.log2(rivals)),
      completeBits: all ? ALL_OF_THEM_BITS : 0,
      nameBits: Math.min(12, weakest.bits),
      dateBits: lagBits(lag, !unit.line),
    };
    return {
      units: [unit],
      entries: chosen.map((tie) => tie.entry),
      level: target === unit.gross ? "sum_gross" : "sum_net",
      completeAs: all ? "open payments of this customer" : null,
      name: weakest.name.level,
      lag,
      ...parts,
      probability: probabilityOf(SET_PRIOR_BITS + total(parts)),
    };
  }
  return null;
}

function amountKey({ currency, gross }: Unit): string {
  return `${currency}${gross}`;
}

function isPartOf(unit: Unit, entry: Entry): boolean {
  const lag = entry.day - unit.day;
  return (
    entry.currency === unit.currency &&
    Math.sign(entry.amount) === Math.sign(unit.gross) &&
    Math.abs(entry.amount) < Math.abs(unit.gross) &&
    lag >= -WINDOW.before &&
    lag <= WINDOW.after
  );
}

function distance(unit: Unit, entry: Entry): number {
  return Math.abs(entry.day - unit.day);
}

function total(parts: Record<string, number>): number {
  return Object.values(parts).reduce((sum, bits) => sum + bits, 0);
}

function addFew(into: Set<Entry>, entries: Entry[] | undefined): void {
  if (!entries || entries.length > MOST_PER_WORD) return;
  for (const entry of entries) into.add(entry);
}
