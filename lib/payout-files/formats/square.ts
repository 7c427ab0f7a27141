import { kindOfWord } from "../rows/line-kinds";
import type { PayoutFormat, RowCells } from "../rows/types";

/** What customers paid with something else than what Square deposits. */
const NOT_DEPOSITED = ["cash", "square gift card", "other tender"];

/** Dashboard → Transactions → Export → Transactions CSV. */
export const SQUARE_TRANSACTIONS: PayoutFormat = {
  id: "square_transactions",
  title: "Square: transactions",
  processor: "Square",
  needs: [
    "date",
    "total collected",
    "fees",
    "net total",
    "transaction id",
    "deposit id",
    "deposit date",
  ],
  begin: () => ({
    payout(row) {
      const id = row.text("deposit id");
      if (id === "") return { leftOut: "is in no deposit: paid in cash, or not deposited yet" };
      const currency = row.currency(["currency"], ["net total", "total collected"]);
      return { key: id, id, date: row.day("deposit date"), currency };
    },
    line(row, { currency }) {
      const collected = row.amount(currency, "total collected");
      const fees = row.amountOrZero(currency, "fees");
      const net = row.amount(currency, "net total");
      if (collected + fees !== net) row.fail("net total", "is not total collected less fees");
      const elsewhere = NOT_DEPOSITED.map((tender) => row.amountOrZero(currency, tender));
      const gross = elsewhere.reduce((rest, amount) => rest - amount, collected);
      const event = row.text("event type");
      return {
        id: row.text("payment id", "transaction id") || null,
        kind: kindOf(event, gross),
        providerKind: event,
        date: row.day("date"),
        ...{ gross, fee: 0 - fees, net: gross + fees },
        description: row.text("description", "details"),
        customerName: row.text("customer name"),
        customerEmail: "",
        reference: ids(row),
        numbers: ["order reference id", "customer reference id"].flatMap((field) =>
          row.has(field) ? { field, value: row.text(field) } : [],
        ),
      };
    },
  }),
};

function kindOf(event: string, gross: number) {
  return kindOfWord(event) ?? (gross < 0 ? "refund" : "charge");
}

function ids(row: RowCells): string {
  return [row.text("transaction id"), row.text("payment id")].filter(Boolean).join(" ");
}
