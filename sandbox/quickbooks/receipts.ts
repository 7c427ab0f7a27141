import { sumMinor } from "@/lib/money";
import { business, invalidReference, missing, notFound } from "./faults";
import { minor, wireAmount } from "./money";
import type { Entity, Line, QuickBooksState, Ref } from "./state";

interface SalesDetail {
  ItemRef?: Ref;
  ClassRef?: Ref;
  TaxCodeRef?: Ref;
  TaxInclusiveAmt?: number;
}

/** By which the service finds a sale's tax in the United States when a line is taxed. */
const AMERICAN_TAX_CODE = "2";

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
  const rate = taxRate(state, detail.TaxCodeRef, String(fields.GlobalTaxCalculation ?? ""));
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

/** The rate that a line's code adds; undefined where it is not taxed. */
function taxRate(state: QuickBooksState, ref: Ref | undefined, calculation: string) {
  const american = state.entities.TaxCode.NON !== undefined;
  if (!american && !ref && calculation !== "NotApplicable") {
    throw business("Make sure all your transactions have a VAT rate before you save.");
  }
  if (!ref) return undefined;
  const code = demandListed(state, "TaxCode", ref);
  if (american && ref.value !== "TAX" && ref.value !== "NON") {
    throw business("A line's tax code is TAX or NON.");
  }
  if (ref.value === "NON" || calculation === "NotApplicable") return undefined;
  const holder = american ? state.entities.TaxCode[AMERICAN_TAX_CODE] : code;
  const list = holder?.SalesTaxRateList as { TaxRateDetail: { TaxRateRef: Ref }[] } | undefined;
  return state.entities.TaxRate[list?.TaxRateDetail[0]?.TaxRateRef.value ?? ""];
}

/** The entry of a list that a line refers to. @throws QuickBooksFault when there is none, or it is inactive. */
export function demandListed(
  state: QuickBooksState,
  name: "Class" | "Item" | "TaxCode",
  ref: Ref | undefined,
): Entity | undefined {
  if (!ref) return undefined;
  const entity = state.entities[name][ref.value];
  if (!entity) throw invalidReference(`${name}s element id ${ref.value} not found`);
  if (entity.Active === false) throw notFound(ref.value);
  return entity;
}
