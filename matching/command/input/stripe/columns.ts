import { namesNumber } from "@/lib/shop-numbers";
import type { CsvRow } from "../csv";
import { InputError } from "../errors";
import { type Header, headerOf } from "../records";
import type { Form } from "../tables";

const PAYOUT = "automatic_payout_id";
const NEEDED = [PAYOUT, "balance_transaction_id", "gross", "net", "reporting_category"];
const EFFECTIVE = ["automatic_payout_effective_at_utc", "automatic_payout_effective_at"];
/** Prefer the day in the shop's time zone: bookkeepers date payments by it. */
const CREATED = ["created", "created_utc", "available_on", "available_on_utc"];
/** Stripe's own ids. */
export const IDS = [
  "balance_transaction_id",
  "source_id",
  "charge_id",
  "payment_intent_id",
  "invoice_id",
];

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
  numbers: NumberColumn[];
}

/** A column that may have the shop's own numbers. */
export interface NumberColumn {
  /** In the header. */
  name: string;
  /** As the product names it: lib/shop-numbers.ts. */
  field: string;
  /** Of metadata, its key; null for a column that is a number as a whole. */
  key: string | null;
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
  const numbers = [...header].flatMap(([name, [at = 0]]) =>
    numberColumn(name, row.cells[at] ?? name),
  );
  return { header, effective, created, numbers };
}

function normalized(cell: string): string {
  return cell.trim().toLowerCase();
}

const METADATA = /^(payment|refund|transfer)_metadata\[(.+)\]$/i;

/** @param written the column's name as the file has it, since metadata keys may have capitals */
function numberColumn(name: string, written: string): NumberColumn | [] {
  const [, of = "", key] = METADATA.exec(written.trim()) ?? [];
  if (key !== undefined) {
    const object = of.toLowerCase();
    return { name, field: `${object === "payment" ? "" : `${object}.`}metadata.${key}`, key };
  }
  if (IDS.includes(name) || !namesNumber(name)) return [];
  return { name, field: name === "invoice_number" ? "invoice.number" : name, key: null };
}
