import { type LineCode, parseFindings } from "@/server/deposits/findings";

const BANKED: ReadonlySet<LineCode> = new Set(["in_bank", "other_account"]);

/**
 * Which lines of a deposit can't get a receipt, and why, for the user: their payment, or their whole payout, was booked
 * straight to the bank, or the payment to another account, so that a receipt would record the income a second time. As the
 * engine last found it.
 * @param stored the deposit's findings.
 */
export function bankedLines(stored: unknown): (lineId: number) => string | null {
  const banked = (parseFindings(stored)?.lines ?? []).filter(({ code }) => BANKED.has(code));
  return (id) => {
    const found = banked.find(({ lineId }) => lineId === null || lineId === id);
    if (!found) return null;
    const what = found.lineId === null ? "This payout" : "The payment";
    const bank =
      found.code === "in_bank"
        ? found.payments[0]?.bankName || "your bank account"
        : found.payments[0]?.otherAccount?.name || "another account of QuickBooks";
    return `${what} is in ${bank} already. A receipt would record it a second time.`;
  };
}
