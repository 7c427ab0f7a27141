import { distinctNumbers, namesNumber, numbersInText } from "@/lib/shop-numbers";
import { lineKind, returnsPayout } from "@/lib/stripe-line-kind";
import { fromGrossAndNet, joined } from "../rows/read-amounts";
import type { LineFacts, PayoutFormat, RowCells, TableReading } from "../rows/types";

const IDS = ["balance_transaction_id", "source_id", "charge_id", "payment_intent_id", "invoice_id"];
const ARRIVAL = ["automatic_payout_effective_at_utc", "automatic_payout_effective_at"];

/** docs.stripe.com/reports/report-types/payout-reconciliation; users choose its columns. */
export const STRIPE_RECONCILIATION: PayoutFormat = {
  id: "stripe_reconciliation",
  title: "Stripe: itemised payout reconciliation",
  processor: "Stripe",
  needs: [
    ...["automatic_payout_id", "balance_transaction_id", "reporting_category", "gross", "net"],
    ARRIVAL,
  ],
  begin: stripeReconciliation,
};

/** The same columns without the payouts. */
export const STRIPE_BALANCE_CHANGE: PayoutFormat = {
  id: "stripe_balance_change",
  title: "Stripe: balance change from activity",
  processor: "Stripe",
  needs: ["balance_transaction_id", "reporting_category", "gross", "net"],
  refused:
    "It doesn't say which payout a row is in. In Stripe, export Reports → Payout reconciliation, itemised, or add the columns automatic_payout_id and automatic_payout_effective_at.",
  begin: stripeReconciliation,
};

function stripeReconciliation(rows: readonly RowCells[]): TableReading {
  const failed = new Set(rows.filter(isOwnReturn).map((row) => row.text("automatic_payout_id")));
  return {
    payout(row) {
      const id = row.text("automatic_payout_id");
      if (id === "") return { leftOut: "is in no automatic payout yet" };
      if (failed.has(id)) return { leftOut: `payout ${id} failed, and its money came back` };
      const currency = row.currency(["currency"], ["net"]);
      return { key: id, id, date: row.writtenDay(...ARRIVAL), currency };
    },
    line(row, { currency, date }) {
      const category = row.text("reporting_category");
      const net = row.amount(currency, "net");
      if (category === "payout") return { total: -net };
      const gross = row.amount(currency, "gross");
      const created = row.has("created") ? row.writtenDay("created") : null;
      const moment = row.has("created_utc") ? row.utcDay("created_utc") : (date ?? "");
      return {
        ...stripeLine(row, category, row.text("balance_transaction_id"), gross),
        ...{ gross, net, fee: row.has("fee") ? row.amount(currency, "fee") : gross - net },
        date: created ?? moment,
        description: joined(row, ["description", "customer_description"], " · "),
        customerName: row.text("customer_name"),
        customerEmail: row.text("customer_email"),
        reference: joined(row, IDS),
        numbers: distinctNumbers([
          ...["invoice_number", "payment_metadata[order_id]", "payment_metadata[invoice_number]"]
            .filter((heading) => namesNumber(heading) && row.has(heading))
            .map((heading) => ({ field: heading, value: row.text(heading) })),
          ...numbersInText(row.text("description")).map((value) => ({
            field: "description",
            value,
          })),
        ]),
        ...(row.has("charge_id") && { chargeId: row.text("charge_id") }),
        ...paidOf(row, currency, gross),
      };
    },
  };
}

function isOwnReturn(row: RowCells): boolean {
  const id = row.text("automatic_payout_id");
  return id !== "" && returnsPayout(row.text("reporting_category")) && row.text("source_id") === id;
}

function stripeLine(
  row: RowCells,
  type: string,
  id: string,
  gross: number,
): Pick<LineFacts, "id" | "kind" | "providerKind"> {
  if (id === "") row.fail("balance_transaction_id", "is empty");
  return { id, kind: lineKind(type, type, gross) ?? "other", providerKind: type };
}

function paidOf(row: RowCells, settled: string, gross: number): Pick<LineFacts, "paid"> {
  const [amount, named] = ["customer_facing_amount", "customer_facing_currency"];
  if (!row.has(named) || !row.has(amount)) return {};
  const currency = row.text(named).toUpperCase();
  if (currency === settled) return {};
  return { paid: { amount: Math.sign(gross) * Math.abs(row.amount(currency, amount)), currency } };
}

/** The dashboard's Balance → Export, whose rows name their payout in the column Transfer. */
export const STRIPE_BALANCE_HISTORY: PayoutFormat = {
  id: "stripe_balance_history",
  title: "Stripe: balance history",
  processor: "Stripe",
  needs: [
    ...["id", "type", "source", "amount", "fee", "net", "transfer", "transfer date (utc)"],
    "created (utc)",
  ],
  begin: () => ({
    payout(row) {
      const own = row.text("source");
      const isOwn = row.text("type") === "payout" && own.startsWith("po_");
      const id = row.text("transfer") || (isOwn ? own : "");
      if (id === "") return { leftOut: "is in no payout yet" };
      const currency = row.currency(["currency"], ["net"]);
      const [date] = ["transfer date (utc)", "available on (utc)"].filter((one) => row.has(one));
      return { key: id, id, date: date ? row.writtenDay(date) : null, currency };
    },
    line(row, { currency }) {
      const type = row.text("type");
      const net = row.amount(currency, "net");
      if (type === "payout") return { total: -net };
      const gross = row.amount(currency, "amount");
      const description = row.text("description");
      return {
        ...stripeLine(row, type, row.text("id"), gross),
        ...fromGrossAndNet(gross, net),
        date: row.utcDay("created (utc)"),
        description,
        customerName: "",
        customerEmail: "",
        reference: joined(row, ["id", "source"]),
        numbers: numbersInText(description).map((value) => ({ field: "description", value })),
      };
    },
  }),
};
