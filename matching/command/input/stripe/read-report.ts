import { toDecimal } from "@/lib/money";
import { distinctNumbers, numbersInText, numbersOfMetadata } from "@/lib/shop-numbers";
import { lineKind, returnsPayout } from "@/lib/stripe-line-kind";
import type { Dialect } from "@/lib/tables/dialect";
import { counted } from "@/matching/command/counted";
import type { DepositInput, FieldNumber, LineInput, Money } from "@/matching/engine/contract";
import { PART_CAPTURE } from "@/matching/engine/records/captures";
import { Fields } from "../fields";
import type { Reading } from "../reading";
import { type CsvRecord, recordOf } from "../records";
import { shared } from "../remembered";
import type { Table } from "../tables";
import { IDS, type StripeColumns, stripeColumns } from "./columns";
import { FailedPayouts, type WaitingReturn } from "./failed-payouts";
import { Payout } from "./payout";

/**
 * Deposits from Stripe's itemized payout reconciliation report: one per automatic payout that reached the bank, with a
 * line for what its rows don't explain. Amounts are decimals; dates may have a time.
 * @throws InputError that names row and column
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
  const { deposits, notes } = report.finish();
  for (const text of notes) note(text);
  return deposits;
}

/** What makes two rows with one id the same movement. */
interface Seen {
  row: number;
  payoutId: string;
  category: string;
  net: string;
  gross: string;
}

class StripeReport {
  private readonly payouts = new Map<string, Payout>();
  /** By the id of the balance transaction. */
  private readonly seen = new Map<string, Seen>();
  /** Of rows that are in no payout, the ids. */
  private readonly pending = new Set<string>();
  private readonly manual = new Set<string>();
  private readonly waiting: WaitingReturn[] = [];
  private repeated = 0;

  constructor(
    private readonly columns: StripeColumns,
    private readonly reading: Reading,
  ) {}

  add(record: CsvRecord, row: number): void {
    const { automatic_payout_id: payoutId, reporting_category: category = "" } = record;
    const fields = readable(record, this.columns, this.reading.dialect);
    if (payoutId === undefined) {
      this.addWithoutPayout(record, fields, row);
      return;
    }
    const payout = this.payoutOf(payoutId, fields, row);
    const net = fields.amount("net", payout.currency);
    if (
      this.isRepeated(fields, { row, payoutId, category, net: `${net}`, gross: record.gross ?? "" })
    )
      return;
    if (category === "payout") {
      payout.setOwn(net);
      return;
    }
    if (returnsPayout(category) && record.source_id === payoutId) {
      payout.isReturned = true;
      return;
    }
    const line = this.lineOf(record, fields, net, payout);
    const returns = returnsPayout(category) ? { returns: record.source_id ?? "" } : {};
    payout.add({ line, net, row, ...returns });
  }

  finish(): { deposits: DepositInput[]; notes: string[] } {
    const failed = new FailedPayouts(this.payouts, this.waiting);
    return { deposits: failed.deposits(), notes: [...this.notes(), ...failed.notes()] };
  }

  private notes(): string[] {
    const pending = [...this.pending].filter((id) => !this.seen.has(id)).length;
    const manual = this.manual.size;
    return [
      ...(this.repeated > 0
        ? [`left out ${counted(this.repeated, "row")} that the file has twice`]
        : []),
      ...(pending > 0 ? [`left out ${counted(pending, "row")} without a payout yet`] : []),
      ...(manual > 0
        ? [`left out ${counted(manual, "manual payout")}: Stripe doesn't list their transactions`]
        : []),
    ];
  }

  /** The same row in downloads that overlap. @throws FieldError for two movements with one id */
  private isRepeated(fields: Fields, found: Seen): boolean {
    const id = fields.id("balance_transaction_id");
    const before = this.seen.get(id);
    if (!before) {
      this.seen.set(id, found);
      return false;
    }
    const facts = ["payoutId", "category", "net", "gross"] as const;
    if (facts.every((fact) => before[fact] === found[fact])) {
      this.repeated++;
      return true;
    }
    throw fields.error(
      "balance_transaction_id",
      `"${id}" is in row ${before.row} too, with another content`,
    );
  }

  private addWithoutPayout(record: CsvRecord, fields: Fields, row: number): void {
    const { reporting_category: category = "", source_id: source } = record;
    const id = record.balance_transaction_id ?? `row ${row}`;
    if (category === "payout") {
      this.manual.add(id);
      return;
    }
    this.pending.add(id);
    if (!returnsPayout(category)) return;
    const currency = fields.currency("currency", this.reading.currency);
    const net = fields.amount("net", currency);
    this.waiting.push({ payoutId: source ?? "", net, currency });
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
    const numbers = numbersOf(record, this.columns);
    const chargeId = chargeOf(record);
    const paid = paidOf(fields, amount, currency);
    return {
      id: fields.id("balance_transaction_id"),
      type: category === PART_CAPTURE ? category : (lineKind(category, "", amount) ?? category),
      date: record[this.columns.created] ? fields.date(this.columns.created) : payout.date,
      amount,
      fee,
      net,
      description: descriptionOf(record),
      entity: fields.text("customer_name"),
      email: fields.text("customer_email"),
      reference: referenceOf(record),
      ...(numbers.length > 0 && { numbers }),
      ...(chargeId && { chargeId }),
      ...(paid && { paid }),
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

function referenceOf(record: CsvRecord): string {
  const found = IDS.map((name) => record[name]).filter((id) => id !== undefined);
  return [...new Set(found)].join(" ");
}

function numbersOf(record: CsvRecord, { numbers }: StripeColumns): FieldNumber[] {
  const found = numbers.flatMap(({ name, field, key }) => {
    const cell = record[name];
    if (cell === undefined) return [];
    const values = key === null ? [cell] : numbersOfMetadata(key, cell);
    return values.map((value) => ({ field: shared(field), value }));
  });
  const described = numbersInText(record.description);
  return distinctNumbers([
    ...found,
    ...described.map((value) => ({ field: "description", value })),
  ]);
}

const CHARGE_ID = /^(?:ch|py)_/;

/** A failed bank debit has its charge as the source only. */
function chargeOf({ charge_id: charge, source_id: source = "" }: CsvRecord): string | undefined {
  return charge ?? (CHARGE_ID.test(source) ? source : undefined);
}

/** What the customer paid or got back, where Stripe converted it. @param amount settled, signed */
function paidOf(fields: Fields, amount: number, settled: string): Money | undefined {
  const currency = fields.currency("customer_facing_currency", settled);
  if (currency === settled) return undefined;
  const paid = fields.optionalAmount("customer_facing_amount", currency);
  if (paid === undefined) return undefined;
  return { amount: Math.sign(amount) * Math.abs(paid), currency };
}
