import { sumMinor } from "@/lib/money";
import { business, missing } from "./faults";
import { demandListed } from "./listed";
import { minor, wireAmount } from "./money";
import type { Entity, Line, QuickBooksState, Ref } from "./state";
import { taxRate } from "./tax";

interface SalesDetail {
  ItemRef?: Ref;
  ClassRef?: Ref;
  TaxCodeRef?: Ref;
  TaxInclusiveAmt?: number;
}

/**
 * The lines, tax and total of a sales or refund receipt. A line without an item is text, whatever its amount.
 * Outside the United States each line needs a tax code; `TaxInclusiveAmt` then wins over `Amount`, which is
 * without tax.
 * @throws QuickBooksFault for an item, class or tax code that can't be used.
 */
export function completedSale(state: QuickBooksState, fields: Partial<Entity>, currency: string) {
  if (!fields.Line?.length) throw missing("Line");
  demandListed(state, "Class", fields.ClassRef as Ref | undefined);
  const lines = fields.Line.filter(({ DetailType }) => DetailType !== "SubTotalLineDetail");
  const sold = lines.map((line, index) => soldLine(state, line, fields, { index, currency }));
  const net = sumMinor(sold.map((each) => each.net));
  const tax = sumMinor(sold.map((each) => each.tax));
  const taxLines = sold.flatMap((each) => each.taxLine ?? []);
  return {
    Line: [
      ...sold.map(({ line }) => line),
      {
        Amount: wireAmount(net, currency),
        DetailType: "SubTotalLineDetail",
        SubTotalLineDetail: {},
      },
    ],
    TxnTaxDetail: {
      TotalTax: wireAmount(tax, currency),
      ...(taxLines.length > 0 ? { TaxLine: taxLines } : {}),
    },
    TotalAmt: wireAmount(net + tax, currency),
    Balance: 0,
  };
}

function soldLine(
  state: QuickBooksState,
  line: Line,
  fields: Partial<Entity>,
  { index, currency }: { index: number; currency: string },
) {
  if (line.DetailType !== "SalesItemLineDetail") throw missing("Line.DetailType");
  if (line.Amount === undefined) throw missing("Line.Amount");
  const detail = (line.SalesItemLineDetail ?? {}) as SalesDetail;
  const item = demandListed(state, "Item", detail.ItemRef);
  if (item?.Type === "Category") throw business("A category cannot be sold.");
  demandListed(state, "Class", detail.ClassRef);
  const rate = taxRate(state, {
    ref: detail.TaxCodeRef,
    calculation: String(fields.GlobalTaxCalculation ?? ""),
  });
  const amount = item ? minor(line.Amount, currency) : 0;
  const percent = Number(rate?.RateValue ?? 0);
  const gross = rate && detail.TaxInclusiveAmt !== undefined && item;
  const total = gross
    ? minor(detail.TaxInclusiveAmt, currency)
    : amount + Math.round((amount * percent) / 100);
  const net = gross ? Math.round(total / (1 + percent / 100)) : amount;
  return {
    net,
    tax: total - net,
    taxLine: rate && {
      Amount: wireAmount(total - net, currency),
      DetailType: "TaxLineDetail",
      TaxLineDetail: {
        TaxRateRef: { value: rate.Id },
        PercentBased: true,
        TaxPercent: percent,
        NetAmountTaxable: wireAmount(net, currency),
      },
    },
    line: {
      ...line,
      Id: String(index + 1),
      LineNum: index + 1,
      Amount: wireAmount(net, currency),
      SalesItemLineDetail: {
        ...detail,
        ...(item ? { ItemRef: { value: item.Id, name: String(item.Name) } } : {}),
        TaxCodeRef: detail.TaxCodeRef ?? { value: "NON" },
      },
    },
  };
}
