import { numbersInText } from "@/lib/shop-numbers";
import { kindOfWord } from "../rows/line-kinds";
import { fromGrossAndNet, withoutFee } from "../rows/read-amounts";
import type { PayoutFormat, RowCells } from "../rows/types";

/** Dashboard → Settlements → Export. It doesn't say when the settlement was paid. */
export const MOLLIE_SETTLEMENT: PayoutFormat = {
  id: "mollie_settlement",
  title: "Mollie: settlement",
  processor: "Mollie",
  needs: [
    "date",
    "amount",
    "id",
    "settlement currency",
    "settlement amount",
    "settlement reference",
  ],
  begin: () => ({
    payout(row) {
      const id = row.text("settlement reference");
      if (id === "") return { leftOut: "is in no settlement yet" };
      const currency = row.currency(["settlement currency"], ["settlement amount"]);
      return { key: id, id, date: null, currency };
    },
    line(row, { currency }) {
      const method = row.text("payment method");
      const description = row.text("description");
      return {
        id: row.text("id") || null,
        kind: kindOf(row),
        providerKind: method,
        date: row.writtenDay("date"),
        ...amountsOf(row, currency),
        description,
        customerName: row.text("consumer name"),
        customerEmail: "",
        reference: row.text("id"),
        numbers: numbersInText(description).map((value) => ({ field: "description", value })),
      };
    },
  }),
};

function amountsOf(row: RowCells, currency: string) {
  const net = row.amount(currency, "settlement amount");
  const paidIn = row.text("currency").toUpperCase() || currency;
  const amount = row.amountOrZero(paidIn, "amount");
  if (paidIn === currency) return amount === 0 ? withoutFee(net) : fromGrossAndNet(amount, net);
  return { ...withoutFee(net), paid: { amount, currency: paidIn } };
}

/** Its ids say what a row is; fees withheld have none. */
function kindOf(row: RowCells) {
  const id = row.text("id");
  if (id.startsWith("re_")) return "refund";
  if (id.startsWith("chb_")) return "dispute";
  if (id.startsWith("tr_") || id.startsWith("cpt_")) return "charge";
  return kindOfWord(row.text("description")) ?? "other";
}
