import type { DepositInput, MatchOptions, MatchResult, PaymentInput } from "./contract";
import { absenceOf } from "./decision/absence";
import { notInBooks } from "./decision/not-in-books";
import { toInvoiceMatches, toMatches } from "./decision/proposals";
import { summarize } from "./decision/statistics";
import { explainUnmatched } from "./decision/unmatched";
import { linkDifferences } from "./link-differences";
import { linkInvoices } from "./link-invoices";
import { linkRecords } from "./pipeline";
import { normalize } from "./records/normalize";

/**
 * Proposes which payments of the ledger explain which lines of the deposits; a deposit without
 * lines is matched as a whole. Pure, total, deterministic and independent of the order of its
 * input. Amounts are integers in minor units. Near-linear: O(n log n) for data without large
 * components.
 * @param deposits what the processor or bank paid out
 * @param payments what the ledger recorded
 * @returns matches in which no payment and no line occurs twice, and a reason for everything else
 */
export function match(
  deposits: DepositInput[],
  payments: PaymentInput[],
  options: MatchOptions,
): MatchResult {
  const onStage = options.onStage ?? (() => {});
  onStage("normalize");
  const records = normalize(deposits, payments);
  const found = linkRecords(records, options, onStage);
  onStage("differences");
  const outcome = linkDifferences(found, records, options);
  onStage("explain");
  const matches = toMatches(outcome);
  const absent = notInBooks(outcome);
  const { invoices = [] } = options;
  if (invoices.length > 0) onStage("invoices");
  return {
    matches,
    unmatched: explainUnmatched(outcome, (item) => absenceOf(item, absent.get(item) ?? 0, outcome)),
    invoiceMatches:
      invoices.length > 0 ? toInvoiceMatches(linkInvoices(absent, invoices, options)) : [],
    stats: summarize(deposits, payments, matches),
  };
}
