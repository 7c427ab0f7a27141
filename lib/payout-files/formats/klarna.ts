import type { LineKind } from "@/lib/constants/deposits";
import { joined, withoutFee } from "../rows/read-amounts";
import {
  type LineFacts,
  type PayoutFormat,
  type PayoutKey,
  type RowCells,
  RowError,
  type Surroundings,
} from "../rows/types";

const TOTAL = "total_settlement_amount";
const TAX = "total_tax_amount";
const CURRENCY = ["currency", "currency_code", "settlement_currency"];

/** How Klarna's own formula of the settlement amount counts each type. */
const TYPES: Record<string, { kind: LineKind; sign: 1 | -1 }> = {
  sale: { kind: "charge", sign: 1 },
  fee: { kind: "fee", sign: -1 },
  fee_refund: { kind: "fee", sign: 1 },
  return: { kind: "refund", sign: -1 },
  reversal: { kind: "dispute", sign: -1 },
  reversal_merchant_protection: { kind: "dispute", sign: -1 },
  commission: { kind: "other", sign: 1 },
  charge: { kind: "adjustment", sign: -1 },
  credit: { kind: "adjustment", sign: 1 },
  holdback: { kind: "reserve", sign: -1 },
  release: { kind: "reserve", sign: 1 },
};

/** docs.klarna.com: settlement reports. A summary of one row above the transactions of one payout. */
export const KLARNA_SETTLEMENT: PayoutFormat = {
  id: "klarna_settlement",
  title: "Klarna: settlement",
  processor: "Klarna",
  needs: ["type", "amount", "merchant_reference1", ["order_id", "short_order_id", "capture_id"]],
  begin(rows, surroundings) {
    const summary = summaryOf(surroundings);
    if (!summary) {
      return {
        payout: (row) =>
          row.fail("", `the report's summary (${TOTAL}, payment_reference) is missing above it`),
        line: () => ({ leftOut: "" }),
      };
    }
    const payout = payoutOf(summary);
    const total = summary.amount(payout.currency, TOTAL);
    const tax = summary.amountOrZero(payout.currency, TAX);
    const isSigned = sumOf(rows, payout, false) - tax === total;
    return {
      payout: () => payout,
      line(row, { currency, date }) {
        const type = typeOf(row);
        const days = ["capture_date", "sale_date"].filter((heading) => row.has(heading));
        return {
          id: joined(row, ["capture_id", "refund_id", "order_id", "type"], "-") || null,
          kind: TYPES[type]?.kind ?? "other",
          providerKind: type,
          date: days.length > 0 ? row.day(...days) : (date ?? ""),
          ...withoutFee(amountOf(row, currency, !isSigned)),
          description: joined(row, ["detailed_type", "merchant_reference2"], " · "),
          customerName: "",
          customerEmail: "",
          reference: joined(row, ["order_id", "short_order_id", "capture_id", "refund_id"]),
          numbers: row.has("merchant_reference1")
            ? [{ field: "merchant_reference1", value: row.text("merchant_reference1") }]
            : [],
        };
      },
      further: (key) => (tax === 0 ? [] : [taxLine(key, tax)]),
      total: () => total,
    };
  },
};

function summaryOf({ above, reader }: Surroundings): RowCells | null {
  const at = above.findIndex(({ cells }) => cells.includes(TOTAL));
  const [header, values] = [above[at], above[at + 1]];
  return header && values ? reader(header.cells, values) : null;
}

function payoutOf(summary: RowCells): PayoutKey {
  const id = summary.text("payment_reference");
  if (id === "") summary.fail("payment_reference", "is empty");
  const currency = summary.currency(CURRENCY, [TOTAL]);
  return { key: id, id, date: summary.writtenDay("payout_date"), currency };
}

/** Whether the amounts have their sign, or only their type says it: what adds up to the summary is right. */
function sumOf(rows: readonly RowCells[], { currency }: PayoutKey, byType: boolean): number {
  let sum = 0;
  for (const row of rows) {
    try {
      sum += amountOf(row, currency, byType);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
    }
  }
  return sum;
}

function amountOf(row: RowCells, currency: string, byType: boolean): number {
  const amount = row.amount(currency, "amount");
  if (!byType) return amount;
  const type = typeOf(row);
  const known = TYPES[type] ?? row.fail("type", `"${type}" may add to the payout or take from it`);
  return known.sign * Math.abs(amount);
}

function typeOf(row: RowCells): string {
  return row.text("type").toLowerCase();
}

function taxLine({ key, date }: PayoutKey, tax: number): LineFacts {
  return {
    ...withoutFee(-tax),
    ...{ id: `${key}-tax`, kind: "fee", providerKind: TAX, description: "Tax on fees" },
    ...{ date: date ?? "", customerName: "", customerEmail: "", reference: "", numbers: [] },
  };
}
