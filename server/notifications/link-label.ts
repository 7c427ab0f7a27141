const LABELS: readonly [begin: string, label: string][] = [
  ["/transaction/", "Open this payout"],
  ["/transactions?status=matched", "See the payouts that aren't posted"],
  ["/transactions?status=pending", "See the pending payouts"],
  ["/transactions", "See the payouts"],
  ["/integrations", "Open Integrations"],
  ["/dashboard", "Review on the dashboard"],
  ["/settings", "Open Settings"],
];

/** What a link of a mail is called: by the page that it opens. @param path inside the product */
export function linkLabel(path: string): string {
  return LABELS.find(([begin]) => path.startsWith(begin))?.[1] ?? "Open Deposit Matcher";
}
