/** The marker that identifies a payout's Deposit, for us and for the user. */
export function depositNote(sourceName: string, payoutId: string): string {
  return `${sourceName} payout ${payoutId} · Deposit Matcher`;
}
