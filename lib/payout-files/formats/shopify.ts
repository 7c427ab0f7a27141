import { kindOfWord } from "../rows/line-kinds";
import type { PayoutFormat } from "../rows/types";

const UNPAID = new Set(["pending", "scheduled", "failed", "canceled", "cancelled"]);

/** Admin → Finances → Payouts → Export → transactions. Older exports have no column Payout ID. */
export const SHOPIFY_TRANSACTIONS: PayoutFormat = {
  id: "shopify_transactions",
  title: "Shopify Payments: transactions of payouts",
  processor: "Shopify Payments",
  needs: ["transaction date", "type", "payout date", "amount", "fee", "net"],
  begin: () => ({
    payout(row) {
      const status = row.text("payout status").toLowerCase();
      const currency = row.currency(["currency"], ["net"]);
      if (UNPAID.has(status)) return { leftOut: `its payout is ${status}` };
      if (!row.has("payout date")) return { leftOut: "is in no payout yet" };
      const date = row.writtenDay("payout date");
      const id = row.text("payout id") || `${date}-${currency}`;
      return { key: id, id, date, currency };
    },
    line(row, { currency }) {
      const type = row.text("type");
      const net = row.amount(currency, "net");
      if (type.toLowerCase() === "payout") return { total: -net };
      const paid = row.text("presentment currency").toUpperCase();
      return {
        id: null,
        kind: kindOfWord(type) ?? "other",
        providerKind: type,
        date: row.writtenDay("transaction date"),
        gross: row.amount(currency, "amount"),
        fee: row.amountOrZero(currency, "fee"),
        net,
        description: row.has("order") ? `${type} ${row.text("order")}` : type,
        customerName: "",
        customerEmail: "",
        reference: row.text("checkout").replace(/^#/, ""),
        numbers: row.has("order")
          ? [{ field: "order", value: row.text("order").replace(/^#/, "") }]
          : [],
        ...(paid !== "" &&
          paid !== currency && {
            paid: { amount: row.amount(paid, "presentment amount"), currency: paid },
          }),
      };
    },
  }),
};

/** The list of payouts has no lines, and the same payouts under another id than their transactions. */
export const SHOPIFY_PAYOUTS: PayoutFormat = {
  id: "shopify_payouts",
  title: "Shopify Payments: list of payouts",
  processor: "Shopify Payments",
  needs: ["payout date", "status", "charges", "refunds", "fees", "total"],
  refused:
    "It has totals only. In Shopify, choose Finances → Payouts → Export and export the transactions of the payouts.",
  begin: () => ({
    payout: () => ({ leftOut: "has totals only" }),
    line: () => ({ leftOut: "has totals only" }),
  }),
};
