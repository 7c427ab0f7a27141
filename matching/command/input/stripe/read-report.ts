import { toDecimal } from "@/lib/money";
import { lineKind } from "@/lib/stripe-line-kind";
import type { Dialect } from "@/lib/tables/dialect";
import { counted } from "@/matching/command/counted";
import type { DepositInput, LineInput } from "@/matching/engine/contract";
import { Fields } from "../fields";
import type { Reading } from "../reading";
import { type CsvRecord, recordOf } from "../records";
import { shared } from "../remembered";
import type { Table } from "../tables";
import { type StripeColumns, stripeColumns } from "./columns";
import { Payout } from "./payout";

/**
 * Deposits from Stripe's itemized payout reconciliation report: one per automatic payout, its amount the sum
 * of its rows' nets. Amounts are decimals; dates may have a time.
 * @throws InputError that names row and column, or the payout that does not add up
 */
export async function stripeDeposits(table: Table, reading: Reading): Promise<DepositInput[]> {
  const { file, onRows, note, dialect } = reading;
  dialect.usualSign = ".";
  const columns = stripeColumns(file, table.header);
  const report = new StripeReport(columns, reading);
  const width = table.header.cells.length;
  for await (const batch of table.rows) {
    for (const row of batch) {
      reading.inRow(row.row, () => report.add(recordOf(columns.header, width, row), row.row));
    }
    onRows(batch.length);
  }
  for (const text of report.notes()) note(text);
  return report.deposits(file);
}

class StripeReport {
  private readonly payouts = new Map<string, Payout>();
  private pending = 0;
  private manual = 0;

  constructor(
    private readonly columns: StripeColumns,
    private readonly reading: Reading,
  ) {}

  add(record: CsvRecord, row: number): void {
    const { automatic_payout_id: payoutId, reporting_category: category = "" } = record;
    if (payoutId === undefined) {
      if (category === "payout") this.manual++;
      else this.pending++;
      return;
    }
    const fields = readable(record, this.columns, this.reading.dialect);
    const payout = this.payoutOf(payoutId, fields, row);
    const net = fields.amount("net", payout.currency);
    if (category === "payout") payout.setOwn(net);
    else if (category === "payout_reversal" && record.source_id === payoutId) {
      payout.isReturned = true;
    } else if (!payout.add(this.lineOf(record, fields, net, payout), net)) {
      const { balance_transaction_id: id } = record;
      throw fields.error("balance_transaction_id", `"${id}" appears twice in payout ${payoutId}`);
    }
  }

  deposits(file: string): DepositInput[] {
    const arrived = [...this.payouts.values()].filter(({ isReturned }) => !isReturned);
    return arrived.map((payout) => payout.toDeposit(file));
  }

  notes(): string[] {
    const returned = [...this.payouts.values()].filter(({ isReturned }) => isReturned);
    return [
      ...(this.pending > 0
        ? [`left out ${counted(this.pending, "row")} without a payout yet`]
        : []),
      ...(this.manual > 0
        ? [
            `left out ${counted(this.manual, "manual payout")}: Stripe doesn't list their transactions`,
          ]
        : []),
      ...returned.map(({ id }) => `left out payout ${id}: the bank returned it`),
    ];
  }

  private payoutOf(id: string, fields: Fields, row: number): Payout {
    const currency = fields.currency("currency", this.reading.currency);
    const known = this.payouts.get(id);
    if (known) {
      if (known.currency === currency) return known;
      const message = `is ${currency}, but payout ${id} is ${known.currency} in row ${known.row}`;
      throw fields.error("currency", message);
    }
    const date = fields.date(this.columns.effective);
    const payout = new Payout(id, date, currency, fields.ownText("trace_id"), row);
    this.payouts.set(id, payout);
    return payout;
  }

  private lineOf(record: CsvRecord, fields: Fields, net: number, payout: Payout): LineInput {
    const { currency } = payout;
    const amount = fields.amount("gross", currency);
    const fee = fields.optionalAmount("fee", currency) ?? amount - net;
    if (amount - fee !== net) {
      const rest = toDecimal(amount - fee, currency);
      throw fields.error("net", `gross less fee is ${rest}, not ${toDecimal(net, currency)}`);
    }
    const category = shared(fields.id("reporting_category"));
    return {
      id: fields.id("balance_transaction_id"),
      type: lineKind(category, "") ?? category,
      date: record[this.columns.created] ? fields.date(this.columns.created) : payout.date,
      amount,
      fee,
      net,
      description: descriptionOf(record),
      entity: fields.text("customer_name"),
      email: fields.text("customer_email"),
      reference: referenceOf(record, this.columns),
    };
  }
}

/** Stripe adds a time of day to its dates. */
function readable(
  record: CsvRecord,
  { effective, created }: StripeColumns,
  dialect: Dialect,
): Fields {
  const fields = { ...record };
  for (const name of [effective, created]) {
    const day = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}/.exec(record[name] ?? "")?.[1];
    if (day) fields[name] = day;
  }
  return Fields.of(fields, dialect);
}

/** A customer's description may be a name; as part of the text it can only help. */
function descriptionOf({ description, customer_description: customer }: CsvRecord) {
  const text = [description, customer].filter(Boolean).join(" · ");
  return text === "" ? undefined : shared(text);
}

const IDS = ["balance_transaction_id", "source_id", "charge_id", "payment_intent_id", "invoice_id"];

function referenceOf(record: CsvRecord, { numbers }: StripeColumns): string {
  const found = [...IDS, ...numbers].map((name) => record[name]).filter((id) => id !== undefined);
  return [...new Set(found)].join(" ");
}
