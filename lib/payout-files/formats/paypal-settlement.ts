import type { LineKind } from "@/lib/constants/deposits";
import { normalizeCurrency } from "@/lib/money";
import { joined } from "../rows/read-amounts";
import type { PayoutFormat, RowCells } from "../rows/types";
import { ByWithdrawal } from "./by-withdrawal";

const BODY = "SB";
const GROSS = "gross transaction amount";
const FEE = "fee amount";

/** Groups of PayPal's transaction event codes. */
const KINDS: Record<string, LineKind> = {
  T00: "charge",
  T01: "fee",
  T11: "refund",
  T12: "dispute",
  T15: "reserve",
  T21: "reserve",
};

/** The settlement report (STL), whose rows begin with their type and whose amounts are in minor units. */
export const PAYPAL_SETTLEMENT: PayoutFormat = {
  id: "paypal_settlement",
  title: "PayPal: settlement report (STL)",
  processor: "PayPal",
  needs: [
    ...["ch", "transaction id", "transaction event code", "transaction debit or credit", GROSS],
    "gross transaction currency",
  ],
  begin(rows) {
    const bodies = rows.filter(isBody);
    const movements = new ByWithdrawal(
      bodies.filter(isReadable).map((row) => {
        const { currency, net } = moneyOf(row);
        const withdrawal = codeOf(row).startsWith("T04") ? row.text("transaction id") : null;
        return { row, currency, net, balance: null, day: dayOf(row), withdrawal };
      }),
    );
    return {
      payout(row) {
        if (!isBody(row)) return { leftOut: "is a heading or a total of the report" };
        moneyOf(row);
        return movements.payoutOf(row) ?? { leftOut: "is not withdrawn to the bank yet" };
      },
      line(row) {
        const { gross, fee, net } = moneyOf(row);
        const code = codeOf(row);
        if (code.startsWith("T04")) return { total: -net };
        return {
          id: row.text("transaction id") || null,
          kind: KINDS[code.slice(0, 3)] ?? "other",
          providerKind: code,
          date: dayOf(row),
          ...{ gross, fee, net },
          description: row.text("custom field"),
          customerName: "",
          customerEmail: "",
          reference: joined(row, ["transaction id", "paypal reference id"]),
          numbers: row.has("invoice id")
            ? [{ field: "invoice id", value: row.text("invoice id") }]
            : [],
        };
      },
    };
  },
};

function isBody(row: RowCells): boolean {
  return row.text("ch") === BODY;
}

function isReadable(row: RowCells): boolean {
  return /^\d+$/.test(row.text(GROSS)) && row.has("gross transaction currency");
}

function codeOf(row: RowCells): string {
  return row.text("transaction event code");
}

function dayOf(row: RowCells): string {
  const [day = ""] = row
    .text("transaction completion date", "transaction initiation date")
    .split(" ");
  return day.replaceAll("/", "-");
}

function moneyOf(row: RowCells) {
  if (!isReadable(row)) row.fail(GROSS, `"${row.text(GROSS)}" is not an amount in minor units`);
  const currency = normalizeCurrency(row.text("gross transaction currency"));
  const gross = signed(row, GROSS, "transaction debit or credit");
  const fee = 0 - signed(row, FEE, "fee debit or credit");
  return { currency, gross, fee, net: gross - fee };
}

function signed(row: RowCells, amount: string, direction: string): number {
  const text = row.text(amount) || "0";
  if (!/^\d+$/.test(text)) row.fail(amount, `"${text}" is not an amount in minor units`);
  const minor = Number(text);
  if (!Number.isSafeInteger(minor)) row.fail(amount, `"${text}" is too large`);
  return row.text(direction) === "DR" && minor !== 0 ? -minor : minor;
}
