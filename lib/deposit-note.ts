const OURS = "Deposit Matcher";

/**
 * The marker that identifies a payout's Deposit, for us and for the user.
 * @param traceId what the bank calls the transfer; processors often learn it days after the payout.
 */
export function depositNote(
  sourceName: string,
  payoutId: string,
  traceId: string | null = null,
): string {
  const trace = traceId === null ? "" : `trace ${traceId} · `;
  return `${beginning(sourceName, payoutId)}${trace}${OURS}`;
}

/** Whether we wrote a note of a Deposit, whatever its payout. */
export function isOwnNote(note: string): boolean {
  return note.endsWith(` · ${OURS}`);
}

/** Whether we made the note, with or without a trace id. */
export function isDepositNote(note: string, sourceName: string, payoutId: string): boolean {
  return note.startsWith(beginning(sourceName, payoutId)) && isOwnNote(note);
}

function beginning(sourceName: string, payoutId: string): string {
  return `${sourceName} payout ${payoutId} · `;
}
