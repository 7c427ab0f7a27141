import { kindOfWord } from "../rows/line-kinds";
import { fromGrossAndNet, joined } from "../rows/read-amounts";
import type { PayoutFormat } from "../rows/types";

/** Dashboard → Payouts → Payout breakdown → Export transactions. */
export const GOCARDLESS_TRANSACTIONS: PayoutFormat = {
  id: "gocardless_transactions",
  title: "GoCardless: transactions of payouts",
  processor: "GoCardless",
  needs: ["resources.type", "gross_amount", "net_amount", "currency", "payouts.id"],
  begin: () => ({
    payout(row) {
      const id = row.text("payouts.id");
      if (id === "") return { leftOut: "is in no payout yet" };
      const arrival = "payouts.arrival_date";
      const date = row.has(arrival) ? row.writtenDay(arrival) : null;
      return { key: id, id, date, currency: row.currency(["currency"], ["net_amount"]) };
    },
    line(row, { currency }) {
      const type = row.text("resources.type");
      const names = ["customers.given_name", "customers.family_name"];
      return {
        id: row.text("refunds.id", "payments.id") || null,
        kind: kindOfWord(type) ?? "other",
        providerKind: type,
        date: row.day("resources.charge_date", "resources.created_at", "payouts.arrival_date"),
        ...fromGrossAndNet(
          row.amount(currency, "gross_amount"),
          row.amount(currency, "net_amount"),
        ),
        description: row.text("resources.description"),
        customerName: row.text("customers.company_name") || joined(row, names),
        customerEmail: row.text("customers.email"),
        reference: joined(row, ["payments.id", "refunds.id", "mandates.id"]),
        numbers: row.has("resources.reference")
          ? [{ field: "resources.reference", value: row.text("resources.reference") }]
          : [],
        ...(row.has("payments.id") && { chargeId: row.text("payments.id") }),
      };
    },
  }),
};
