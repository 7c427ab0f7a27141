import type { RecordSet } from "../records/records";

/**
 * Bits of {@link SearchState.seenItems} and {@link SearchState.seenRows}: what blocking saw of a
 * record.
 */
export const SAW_EQUAL_AMOUNT = 1;
export const SAW_OTHER_CURRENCY = 2;

/**
 * Progress of the search by record; all arrays are indexed by PayoutItem.index or LedgerRow.index.
 */
export interface SearchState {
  records: RecordSet;
  /** 1 for a record that is part of an accepted match, otherwise 0. */
  matchedItems: Uint8Array;
  matchedRows: Uint8Array;
  /** Bit sets of SAW_… flags. */
  seenItems: Uint8Array;
  /** Bit sets of SAW_… flags. */
  seenRows: Uint8Array;
}
