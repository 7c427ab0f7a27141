/** People and other apps date a Deposit by the payout's creation, its arrival, or when they got to it. */
export const WINDOW_DAYS = 10;

/** The words of a text that may be ids: "po_1" is not in "po_12". */
export function idsIn(text: string): string[] {
  return text.split(/[^\w-]+/).filter((word) => word !== "");
}

/** Whether a note names a payout. The id as a whole word: po_1 is not mentioned by po_12. */
export function mentions(note: string, payoutId: string): boolean {
  return idsIn(note).includes(payoutId);
}
