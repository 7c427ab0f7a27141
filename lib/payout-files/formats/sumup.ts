import type { PayoutFormat, RowCells } from "../rows/types";

const ID = ["transaction id", "transaktions-id"];
const TYPE = ["transaction type", "zahlungsart"];
const TOTAL = ["total", "betrag inkl. mwst."];
const FEE = ["fee", "gebühr"];
const PAID_OUT = ["payout", "auszahlung"];
const PAYOUT_ID = ["payout id", "auszahlungs-id"];
const PAYOUT_DATE = ["payout date", "auszahlungsdatum"];
const DATE = ["date", "datum"];
const DESCRIPTION = ["description", "beschreibung"];
const REFERENCE = ["reference", "referenz"];

/** Reports → Transactions. Each payment is a row, and a row of what was paid out for it. */
export const SUMUP_TRANSACTIONS: PayoutFormat = {
  id: "sumup_transactions",
  title: "SumUp: transactions",
  processor: "SumUp",
  needs: [ID, TYPE, TOTAL, FEE, PAID_OUT, PAYOUT_ID],
  begin(rows) {
    const payments = new Map(
      rows.filter((row) => !row.has(...PAYOUT_ID)).map((row) => [row.text(...ID), row]),
    );
    return {
      payout(row) {
        const id = row.text(...PAYOUT_ID);
        if (id === "") return { leftOut: "is a payment; what was paid out for it has its own row" };
        const currency = row.currency(["currency", "währung"], [...PAID_OUT, ...TOTAL]);
        const date = row.has(...PAYOUT_DATE) ? row.writtenDay(...PAYOUT_DATE) : null;
        return { key: id, id, date, currency };
      },
      line(row, { currency }) {
        const id = row.text(...ID);
        const payment = payments.get(id);
        const net = row.amount(currency, ...PAID_OUT);
        const fee = row.amountOrZero(currency, ...FEE);
        return {
          id: id || null,
          kind: net < 0 ? "refund" : "charge",
          providerKind: (payment ?? row).text(...TYPE),
          date: (payment ?? row).writtenDay(...DATE),
          ...{ gross: row.amount(currency, ...TOTAL), fee, net },
          description: payment?.text(...DESCRIPTION) ?? "",
          customerName: "",
          customerEmail: "",
          reference: id,
          numbers: numbers(payment),
        };
      },
    };
  },
};

function numbers(payment: RowCells | undefined) {
  const value = payment?.text(...REFERENCE) ?? "";
  return value === "" ? [] : [{ field: "reference", value }];
}
