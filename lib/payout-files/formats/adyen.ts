import type { LineKind } from "@/lib/constants/deposits";
import { kindOfWord } from "../rows/line-kinds";
import { creditLessDebit, fromGrossAndNet, joined, withoutFee } from "../rows/read-amounts";
import type { PayoutFormat, RowCells } from "../rows/types";

const FEES = ["commission (nc)", "markup (nc)", "scheme fees (nc)", "interchange (nc)"];
const PAYOUT = "merchantpayout";
/** What the general words for kinds would read otherwise. */
const KINDS: Record<string, LineKind> = {
  settled: "charge",
  settledreversed: "refund",
  refundedreversed: "refund",
  chargebackreversed: "dispute_reversal",
  secondchargeback: "dispute",
  depositcorrection: "reserve",
  balancetransfer: "other",
};

/** docs.adyen.com/reporting/settlement-detail-report. A batch is a payout. */
export const ADYEN_SETTLEMENT: PayoutFormat = {
  id: "adyen_settlement",
  title: "Adyen: settlement detail",
  processor: "Adyen",
  needs: [
    ...["psp reference", "type", "net currency", "net debit (nc)", "net credit (nc)"],
    ...["batch number", ["creation date", "booking date"]],
  ],
  begin(rows) {
    const paid = new Map(rows.filter(isPayout).map((row) => [batchOf(row), row]));
    return {
      payout(row) {
        const batch = row.text("batch number");
        if (batch === "") return { leftOut: "is in no batch" };
        const key = batchOf(row);
        const own = paid.get(key);
        if (!own) return { leftOut: `batch ${batch} is not paid out yet` };
        const currency = row.currency(["net currency"], []);
        return { key, id: key, date: own.writtenDay("booking date", "creation date"), currency };
      },
      line(row, { currency }) {
        const net = creditLessDebit(row, currency, "net credit (nc)", "net debit (nc)");
        if (isPayout(row)) return { total: -net };
        const type = row.text("type");
        return {
          id: row.text("modification reference") || row.text("psp reference") || null,
          kind: KINDS[type.toLowerCase()] ?? kindOfWord(type) ?? "other",
          providerKind: type,
          date: row.writtenDay("creation date", "booking date"),
          ...amountsOf(row, currency, net),
          description: joined(row, ["type", "payment method", "merchant reference"], " · "),
          customerName: "",
          customerEmail: "",
          reference: joined(row, ["psp reference", "modification reference"]),
          numbers: ["merchant reference", "merchant order reference"].flatMap((field) =>
            row.has(field) ? { field, value: row.text(field) } : [],
          ),
          ...(row.has("psp reference") && { chargeId: row.text("psp reference") }),
        };
      },
    };
  },
};

function amountsOf(row: RowCells, currency: string, net: number) {
  const paidIn = row.has("gross currency") ? row.text("gross currency").toUpperCase() : "";
  const hasGross = row.has("gross credit (gc)", "gross debit (gc)");
  if (!hasGross || paidIn === "") return withoutFee(net);
  const gross = creditLessDebit(row, paidIn, "gross credit (gc)", "gross debit (gc)");
  if (paidIn === currency) return fromGrossAndNet(gross, net);
  const fee = FEES.reduce((sum, heading) => sum + row.amountOrZero(currency, heading), 0);
  return { gross: net + fee, fee, net, paid: { amount: gross, currency: paidIn } };
}

function isPayout(row: RowCells): boolean {
  return row.text("type").toLowerCase() === PAYOUT;
}

/** Batches are numbered per merchant account, and paid out per currency. */
function batchOf(row: RowCells): string {
  return joined(row, ["merchant account", "batch number", "net currency"], "-");
}
