/**
 * What equal amounts in one currency don't explain: charges that the processor converted, payments for charges of
 * several payouts, and one customer's charge and payment that differ. Nothing of it is matched automatically, and
 * nothing that is changes.
 */

import { isEqualAmount } from "./compare/amounts";
import type { MatchOptions, PartOfPayment } from "./contract";
import { findDifferingPairs, isNear } from "./decision/differing-amounts";
import type { ExchangedMatch, OpenFinding, Outcome, PairProposal } from "./decision/outcome";
import { type DividedPayment, findDividedPayments } from "./grouping/parts-of-payment";
import { relatedPairs } from "./grouping/same-customer";
import { isConverted, linkCurrencies } from "./link-currencies";
import type { LedgerRow, PayoutItem, RecordSet } from "./records/records";

/**
 * @param found what was decided; not changed
 * @param present the records that are in the books now
 * @returns the same, with what was found among the open records; a suggestion whose amounts differ gives way to it
 */
export function linkDifferences(
  found: Outcome,
  present: RecordSet,
  options: MatchOptions,
): Outcome {
  const rest = new Rest(found, present);
  const open = new Map<PayoutItem | LedgerRow, OpenFinding>();
  const exchanged = acceptExchanged(rest, open, options);
  if (options.algorithm === "exact") return rest.outcome({ pairs: [], exchanged, open });
  const { model } = found;
  const items = rest.items().filter((item) => item.line && !open.has(item));
  const related = relatedPairs(
    { ...model, records: present, items, rows: rest.rows() },
    (item, row) => isNear(item, row) || Math.abs(row.amount) > Math.abs(item.gross),
  );
  for (const divided of findDividedPayments(related)) {
    for (const record of [divided.row, ...divided.items]) {
      rest.release(record);
      open.set(record, toFinding(divided));
    }
  }
  const free = related.filter(
    ({ item, row }) => rest.isFree(item, row) && !open.has(item) && !open.has(row),
  );
  const pairs = findDifferingPairs(free, model, present);
  for (const { item, row } of pairs) rest.take([item], [row]);
  return rest.outcome({ pairs, exchanged, open });
}

/** What is left of a decided run: records without a match, and those of suggestions whose amounts differ. */
class Rest {
  private readonly matchedItems: Uint8Array;
  private readonly matchedRows: Uint8Array;
  private accepted: PairProposal[];
  private readonly weak = new Map<PayoutItem | LedgerRow, PairProposal>();

  constructor(
    private readonly found: Outcome,
    private readonly present: RecordSet,
  ) {
    this.matchedItems = found.matchedItems.slice();
    this.matchedRows = found.matchedRows.slice();
    this.accepted = found.accepted;
    for (const proposal of found.accepted) {
      if (proposal.decision !== "suggested") continue;
      if (isEqualAmount(found.training.pairs.comparison(proposal.pair).amount)) continue;
      this.weak.set(proposal.item, proposal).set(proposal.row, proposal);
    }
  }

  /** Lines that a payment could explain. */
  items(): PayoutItem[] {
    return this.present.items.filter((item) => item.isLinkable && this.isFreeItem(item));
  }

  rows(): LedgerRow[] {
    return this.present.rows.filter((row) => row.reversal !== "voided" && this.isFreeRow(row));
  }

  /** Whether neither is in a match, not even in one that would give way. */
  isFree(item: PayoutItem, row: LedgerRow): boolean {
    return this.matchedItems[item.index] === 0 && this.matchedRows[row.index] === 0;
  }

  isWeak(record: PayoutItem | LedgerRow): boolean {
    return this.weak.has(record);
  }

  /** Takes the suggestion back that holds a record. */
  release(record: PayoutItem | LedgerRow): void {
    const proposal = this.weak.get(record);
    if (!proposal) return;
    const { item, row } = proposal;
    this.weak.delete(item);
    this.weak.delete(row);
    this.matchedItems[item.index] = 0;
    this.matchedRows[row.index] = 0;
    this.accepted = this.accepted.filter((each) => each !== proposal);
  }

  take(items: readonly PayoutItem[], rows: readonly LedgerRow[]): void {
    for (const record of [...items, ...rows]) this.release(record);
    for (const { index } of items) this.matchedItems[index] = 1;
    for (const { index } of rows) this.matchedRows[index] = 1;
  }

  outcome(differences: NonNullable<Outcome["differences"]>): Outcome {
    const { matchedItems, matchedRows, accepted } = this;
    return { ...this.found, matchedItems, matchedRows, accepted, differences };
  }

  private isFreeItem(item: PayoutItem): boolean {
    return this.matchedItems[item.index] === 0 || this.weak.has(item);
  }

  private isFreeRow(row: LedgerRow): boolean {
    return this.matchedRows[row.index] === 0 || this.weak.has(row);
  }
}

function acceptExchanged(
  rest: Rest,
  open: Map<PayoutItem | LedgerRow, OpenFinding>,
  options: MatchOptions,
): ExchangedMatch[] {
  const converted = rest.items().filter(isConverted);
  if (converted.length === 0) return [];
  const found = linkCurrencies(converted, rest.rows(), options);
  const accepted: ExchangedMatch[] = [];
  for (const each of found.matches) {
    const { items, rows, match } = each;
    const isHeld = [...items, ...rows].some((record) => rest.isWeak(record));
    // Of two that differ, the one in the payout's own currency stays.
    if (isHeld && match.difference !== 0) continue;
    rest.take(items, rows);
    accepted.push(each);
  }
  for (const [item, finding] of found.open) if (!rest.isWeak(item)) open.set(item, finding);
  return accepted;
}

function toFinding({ row, items, probability }: DividedPayment): OpenFinding {
  const { payment, amount, currency } = row;
  const partOf: PartOfPayment = {
    ...{ paymentId: payment.id, amount, currency },
    lines: items.map(({ deposit, line, gross }) => ({
      depositId: deposit.id,
      lineId: line?.id ?? "",
      amount: gross,
    })),
  };
  const candidates = [{ paymentIds: [payment.id], probability }];
  return { reason: "part_of_payment", present: probability, candidates, partOf };
}
