import { minorDigits } from "@/lib/money";
import { SAW_EQUAL_AMOUNT, SAW_OTHER_CURRENCY, type SearchState } from "../blocking/search-state";
import { append } from "../collections/append";
import { column } from "../collections/column";
import { lowerBound } from "../collections/lower-bound";
import type { PartOfPayment, Unmatched, UnmatchedReason } from "../contract";
import { WINDOW } from "../parameters";
import type { LedgerRow, PayoutItem, RecordSet } from "../records/records";
import type { Outcome } from "./outcome";

/** Whether the payment of an open item is in the books, and which it could be. */
export type Absence = Pick<Unmatched, "notInBooks" | "candidates" | "partOf">;

/** Equal amounts beyond this number don't change the answer. */
const MAX_EXAMINED = 256;
/** The reason of a deposit is the first of these among its lines. */
const REASON_RANKING: UnmatchedReason[] = [
  "part_of_payment",
  "ambiguous",
  "currency_differs",
  "outside_window",
  "already_explained",
  "no_candidate",
];

/** An open item, and why it is. */
export interface OpenItem {
  item: PayoutItem;
  reason: UnmatchedReason;
  /** Ids of payments of its amount that can't be its own, the nearest in time first, at most three. */
  equalPaymentIds: string[];
  /** The payment that the item is a part of. */
  partOf: PartOfPayment | null;
}

type State = SearchState & Pick<Outcome, "differences">;

/** More equal payments than a sentence names are left out. */
const MAX_EQUAL = 3;

/**
 * Why items of some deposits are open: what {@link explainUnmatched} says about them. O(all rows), and O(n log n) of the
 * rows with an equal amount.
 * @param records those that are in the books now
 * @param of ids of deposits
 */
export function explainOpen(
  state: State,
  { items, rows }: RecordSet,
  of: ReadonlySet<string>,
): OpenItem[] {
  const open = items.filter(
    ({ index, isLinkable, deposit }) =>
      isLinkable && state.matchedItems[index] === 0 && of.has(deposit.id),
  );
  if (open.length === 0) return [];
  const rowsByAmount = indexRows(rows, open);
  return open.map((item) => ({
    item,
    reason:
      state.differences?.open.get(item)?.reason ??
      rowsByAmount.reason(amountsOf(item), item.currency, ...askAbout(state, item)),
    partOf: state.differences?.open.get(item)?.partOf ?? null,
    equalPaymentIds: rowsByAmount
      .nearest(amountsOf(item), item)
      .slice(0, MAX_EQUAL)
      .flatMap((index) => state.records.rows[index]?.payment.id ?? []),
  }));
}

function indexRows(rows: readonly LedgerRow[], open: readonly PayoutItem[]): AmountIndex {
  const byAmount = new AmountIndex(
    open.flatMap((item) => amountsOf(item).map((amount) => ({ amount, currency: item.currency }))),
  );
  for (const { index, currency, amount, day } of rows) {
    byAmount.add(amount, { index, currency, day });
  }
  return byAmount;
}

function amountsOf({ gross, net }: PayoutItem): number[] {
  return [gross, net];
}

function askAbout(state: SearchState, { index, day }: PayoutItem): [number, Search] {
  return [
    state.seenItems[index] ?? 0,
    {
      from: day - WINDOW.before,
      to: day + WINDOW.after,
      isTaken: (row) => state.matchedRows[row] === 1,
    },
  ];
}

/**
 * Finds the reason why each record is unmatched. Items that no payment could explain (fees,
 * payouts) are left out. O(n log n).
 * @param absence of an open item, see {@link Absence}
 */
export function explainUnmatched(
  state: State,
  absence: (item: PayoutItem) => Absence,
): {
  deposits: Unmatched[];
  lines: Unmatched[];
  payments: Unmatched[];
} {
  const { items, rows } = state.records;
  const openItems = items.filter(
    ({ index, isLinkable }) => isLinkable && state.matchedItems[index] === 0,
  );
  const openRows = rows.filter(({ index }) => state.matchedRows[index] === 0);
  const rowsByAmount = indexRows(rows, openItems);
  const itemsByAmount = new AmountIndex(openRows);
  for (const { index, currency, gross, net, day, isLinkable } of items) {
    if (!isLinkable) continue;
    itemsByAmount.add(gross, { index, currency, day });
    if (net !== gross) itemsByAmount.add(net, { index, currency, day });
  }
  const payments: Unmatched[] = [];
  for (const row of openRows) {
    const { index, payment, currency, amount, day } = row;
    const { partOf } = state.differences?.open.get(row) ?? {};
    if (partOf) {
      payments.push({ id: payment.id, reason: "part_of_payment", partOf });
      continue;
    }
    const reason = itemsByAmount.reason([amount], currency, state.seenRows[index] ?? 0, {
      from: day - WINDOW.after,
      to: day + WINDOW.before,
      isTaken: (item) => state.matchedItems[item] === 1,
    });
    payments.push({ id: payment.id, reason });
  }
  const deposits: Unmatched[] = [];
  const lines: Unmatched[] = [];
  const ofDeposit = new Map<string, UnmatchedReason | null>();
  const wholes = new Map<string, Absence>();
  for (const item of items) {
    const { index, deposit, line, currency, isLinkable } = item;
    if (state.matchedItems[index] === 1) ofDeposit.set(deposit.id, null);
    if (state.matchedItems[index] === 1 || !isLinkable) continue;
    const reason =
      state.differences?.open.get(item)?.reason ??
      rowsByAmount.reason(amountsOf(item), currency, ...askAbout(state, item));
    if (line) {
      const found = { depositId: deposit.id, reason, ...absence(item) };
      lines.push({ id: line.id, ...found });
      for (const id of item.furtherLineIds ?? []) lines.push({ id, ...found });
    } else wholes.set(deposit.id, absence(item));
    const known = ofDeposit.get(deposit.id);
    if (
      known === undefined ||
      (known && REASON_RANKING.indexOf(reason) < REASON_RANKING.indexOf(known))
    ) {
      ofDeposit.set(deposit.id, reason);
    }
  }
  for (const [id, reason] of ofDeposit) {
    if (reason) deposits.push({ id, reason, ...wholes.get(id) });
  }
  return { deposits, lines, payments };
}

interface AmountEntry {
  index: number;
  currency: string;
  day: number;
}

interface Search {
  from: number;
  to: number;
  isTaken: (index: number) => boolean;
}

/** Records by their amount as displayed, regardless of the currency: 500 JPY and 500.00 USD. */
class AmountIndex {
  private readonly entries = new Map<number, AmountEntry[]>();
  private readonly wanted: Set<number>;
  private readonly sorted = new Map<number, { entries: AmountEntry[]; days: Int32Array }>();

  /** @param asked the only amounts, in minor units, that will be asked for */
  constructor(asked: Iterable<{ amount: number; currency: string }>) {
    this.wanted = new Set();
    for (const { amount, currency } of asked) this.wanted.add(comparableAmount(amount, currency));
  }

  /** @param amount minor units; ignored unless it will be asked for */
  add(amount: number, entry: AmountEntry): void {
    const key = comparableAmount(amount, entry.currency);
    if (this.wanted.has(key)) append(this.entries, key, entry);
  }

  /**
   * @param amounts minor units
   * @param seen SAW_… flags of the record
   * @param search days and rows to look at
   */
  reason(amounts: number[], currency: string, seen: number, search: Search): UnmatchedReason {
    let isForeign = (seen & SAW_OTHER_CURRENCY) !== 0;
    let isOutside = false;
    let isInside = false;
    for (const amount of amounts) {
      const { entries, days } = this.at(comparableAmount(amount, currency));
      isOutside ||= entries.some((entry) => entry.currency === currency);
      const start = lowerBound(days, search.from);
      const end = Math.min(lowerBound(days, search.to + 1), start + MAX_EXAMINED);
      for (let i = start; i < end; i++) {
        const entry = entries[i];
        if (!entry) continue;
        if (entry.currency !== currency) isForeign = true;
        else if ((seen & SAW_EQUAL_AMOUNT) !== 0 && !search.isTaken(entry.index))
          return "ambiguous";
        else isInside = true;
      }
    }
    if ((seen & SAW_EQUAL_AMOUNT) !== 0) return "already_explained";
    if (isInside) return "no_candidate";
    if (isOutside) return "outside_window";
    return isForeign ? "currency_differs" : "no_candidate";
  }

  /** @returns indexes of the records of these amounts, in any currency, the nearest in time first */
  nearest(amounts: number[], { currency, day }: { currency: string; day: number }): number[] {
    const found = new Map<number, AmountEntry>();
    for (const amount of amounts) {
      const { entries, days } = this.at(comparableAmount(amount, currency));
      const at = lowerBound(days, day);
      for (const entry of entries.slice(Math.max(0, at - MAX_EQUAL), at + MAX_EQUAL)) {
        found.set(entry.index, entry);
      }
    }
    return [...found.values()]
      .sort((a, b) => Math.abs(a.day - day) - Math.abs(b.day - day) || a.index - b.index)
      .map(({ index }) => index);
  }

  private at(key: number): { entries: AmountEntry[]; days: Int32Array } {
    let found = this.sorted.get(key);
    if (!found) {
      const entries = (this.entries.get(key) ?? []).sort(
        (a, b) => a.day - b.day || a.index - b.index,
      );
      found = { entries, days: column(entries, (entry) => entry.day) };
      this.sorted.set(key, found);
    }
    return found;
  }
}

function comparableAmount(amount: number, currency: string): number {
  return amount * 10 ** (3 - minorDigits(currency));
}
