import type { CsvRow } from "../csv";
import { InputError } from "../errors";
import { type Header, headerOf } from "../records";
import type { Form } from "../tables";

const PAYOUT = "automatic_payout_id";
const NEEDED = [PAYOUT, "balance_transaction_id", "gross", "net", "reporting_category"];
const EFFECTIVE = ["automatic_payout_effective_at_utc", "automatic_payout_effective_at"];
/** Prefer the day in the shop's time zone: bookkeepers date payments by it. */
const CREATED = ["created", "created_utc", "available_on", "available_on_utc"];

/**
 * The itemized payout reconciliation report (`payout_reconciliation.itemized.*`, also for a connected
 * account). Users choose its columns; docs.stripe.com/reports/report-types/payout-reconciliation.
 */
export const STRIPE_REPORT: Form = {
  name: "stripe",
  title: "Stripe's itemized payout reconciliation report",
  needs: [...NEEDED, EFFECTIVE[1]].join(", "),
  isHeader(cells) {
    const found = new Set(cells.map(normalized));
    const isReport = found.has("balance_transaction_id") && found.has("reporting_category");
    return found.has(PAYOUT) || isReport;
  },
};

export interface StripeColumns {
  header: Header;
  /** When the payout arrives. */
  effective: string;
  /** When the balance changed; the payout's day when the report has no such column. */
  created: string;
  /** Metadata columns and others whose name suggests a number that users record. */
  numbers: string[];
}

/** @throws InputError that names the columns to add */
export function stripeColumns(file: string, row: CsvRow): StripeColumns {
  const header = headerOf(file, row, normalized);
  const effective = EFFECTIVE.find((name) => header.has(name));
  const missing = NEEDED.filter((name) => !header.has(name));
  if (!effective) missing.push("automatic_payout_effective_at");
  if (!effective || missing.length > 0) {
    throw new InputError(
      `${file}: Stripe's report has no ${missing.join(", ")}; choose these columns when you download it`,
    );
  }
  const created = CREATED.find((name) => header.has(name)) ?? effective;
  const numbers = [...header.keys()].filter(namesNumber);
  return { header, effective, created, numbers };
}

function normalized(cell: string): string {
  return cell.trim().toLowerCase();
}

const NUMBER_WORDS = new Set("invoice inv order receipt reference ref booking quote po".split(" "));

/** "payment_metadata[order_id]", "invoice_number"; but not "payment_metadata[phone_number]". */
function namesNumber(column: string): boolean {
  const name = /^(?:payment|refund|transfer)_metadata\[(.+)\]$/.exec(column)?.[1] ?? column;
  return name.split(/[^a-z]+/).some((word) => NUMBER_WORDS.has(word));
}
