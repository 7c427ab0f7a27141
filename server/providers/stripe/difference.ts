import { sumMinor, toDecimal } from "@/lib/money";
import { DIFFERENCE } from "@/lib/payout-difference";
import { ProviderError } from "@/server/providers/errors";
import type { SourceLine, SourcePayout } from "@/server/providers/types";

/**
 * The lines with one more for what they lack to the payout's amount, which a user has to book: about 1.5 % of merchants
 * a month have a payout whose transactions don't add up (github.com/Automattic/woocommerce-payments/issues/8588).
 * @throws ProviderError "lines_do_not_add_up" when a line contradicts itself or is in another currency.
 */
export function withDifference(payout: SourcePayout, lines: SourceLine[]): SourceLine[] {
  const { providerId, currency, amount, date } = payout;
  const wrong = lines.find(
    (line) => line.currency !== currency || line.gross - line.fee !== line.net,
  );
  if (wrong || amount === null) {
    throw new ProviderError(
      "stripe",
      "unavailable",
      `payout ${providerId}: line ${wrong?.providerId} has no sum in ${currency}`,
      { code: "lines_do_not_add_up" },
    );
  }
  const sum = sumMinor(lines.map(({ net }) => net));
  const missing = amount - sum;
  if (missing === 0) return lines;
  const difference: SourceLine = {
    providerId: `${providerId}-difference`,
    kind: "other",
    providerKind: DIFFERENCE,
    date,
    ...{ gross: missing, fee: 0, net: missing, currency, feePredicted: false },
    description: `Difference: the transactions that Stripe lists add up to ${toDecimal(sum, currency)}`,
    ...{ customerName: "", customerEmail: "", customer: null, reference: "", raw: {} },
  };
  return [...lines, difference];
}
