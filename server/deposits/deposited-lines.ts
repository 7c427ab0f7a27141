import { parseFindings } from "./findings";

/**
 * Which lines of a deposit have a payment in QuickBooks that is on a Deposit there already, and on which, for the user.
 * It may be another one's, so a person may still record a receipt; nothing records one by itself. As the engine last
 * found it.
 * @param stored the deposit's findings.
 */
export function depositedLines(stored: unknown): (lineId: number) => string | null {
  const found = (parseFindings(stored)?.lines ?? []).filter(
    ({ code }) => code === "already_matched",
  );
  return (id) => {
    const finding = found.find(({ lineId }) => lineId === id);
    if (!finding) return null;
    const deposit = finding.payments[0]?.depositedOn;
    return deposit
      ? `A payment that fits is on Deposit ${deposit} in QuickBooks already. Look at it first.`
      : "A payment that fits is on another deposit. Look at it first.";
  };
}
