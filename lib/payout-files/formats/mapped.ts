import type { LineKind } from "@/lib/constants/deposits";
import { numbersInText } from "@/lib/shop-numbers";
import { kindOfAmount, kindOfWord } from "../rows/line-kinds";
import { foldHeading } from "../rows/row-reader";
import {
  type LeftOut,
  type LineFacts,
  type PayoutFormat,
  type PayoutKey,
  type RowCells,
  RowError,
} from "../rows/types";

/** What a column of a file can be. */
export type MappedField =
  | ("payout_id" | "payout_date" | "date" | "id" | "type" | "gross" | "fee" | "net")
  | ("money_in" | "money_out" | "currency" | "customer" | "email" | "description" | "number");

/** What rows of a type are: lines of a kind, the payout's own row, or not part of it. */
export type MappedKind = LineKind | "payout" | "left_out";

/** Which column is what, chosen by a user. */
export interface Mapping {
  /** Headings as the file has them. */
  columns: Partial<Record<MappedField, string | undefined>>;
  /** What makes rows one payout. */
  payouts: "id" | "date" | "file";
  /** By the text in the column of types, in lower case. */
  kinds?: Record<string, MappedKind> | undefined;
  /** Whether a fee is a cost (gross − fee = net) or has a minus sign (gross + fee = net). Otherwise the amounts tell. */
  fees?: "cost" | "signed" | undefined;
}

/** Why a mapping can't be used; null where it can. */
export function mappingFault({ columns, payouts }: Mapping): string | null {
  const { payout_id, payout_date, date, gross, net, money_in, money_out } = columns;
  if (!gross && !net && !(money_in && money_out)) {
    return "Choose the column of the gross or the net amount, or those of money in and money out.";
  }
  if (payouts === "id" && !payout_id) return "Choose the column of the payout's id.";
  if (payouts === "date" && !payout_date) return "Choose the column of the payout's date.";
  return date || payout_date
    ? null
    : "Choose the column of the transaction's or the payout's date.";
}

/** A format made of a user's choices. */
export function mappedFormat(mapping: Mapping): PayoutFormat {
  const of = (field: MappedField) => foldHeading(mapping.columns[field] ?? "");
  const needs = Object.values(mapping.columns).flatMap((heading) =>
    heading ? foldHeading(heading) : [],
  );
  return {
    ...{ id: "mapped", title: "Columns that you chose", processor: "", needs },
    begin(rows, { totals }) {
      const amounts = new Amounts(mapping, rows);
      const kindOf = (row: RowCells): MappedKind | undefined =>
        mapping.kinds?.[row.text(of("type")).toLowerCase()];
      return {
        payout(row) {
          if (kindOf(row) === "left_out") return leftOut(row.text(of("type")));
          const currency = row.currency([of("currency")], amounts.headings);
          const day = row.has(of("payout_date")) ? row.writtenDay(of("payout_date")) : null;
          if (mapping.payouts === "file") return { key: currency, id: null, date: day, currency };
          if (mapping.payouts === "date") {
            if (day === null) return { leftOut: "has no payout date" };
            const id = `${day}-${currency}`;
            return { key: id, id, date: day, currency };
          }
          const id = row.text(of("payout_id"));
          return id === "" ? { leftOut: "has no payout id" } : { key: id, id, date: day, currency };
        },
        line(row, { currency, date }) {
          const money = amounts.of(row, currency);
          const kind = kindOf(row);
          const type = row.text(of("type"));
          if (kind === "left_out") return leftOut(type);
          if (kind === "payout") return { total: Math.abs(money.net) };
          const description = row.text(of("description"));
          const number = row.text(of("number"));
          return {
            id: row.text(of("id")) || null,
            kind: lineKindOf(kind, type, money),
            providerKind: type,
            date: row.has(of("date")) ? row.day(of("date")) : (date ?? row.day(of("date"))),
            ...money,
            description,
            customerName: row.text(of("customer")),
            customerEmail: row.text(of("email")),
            reference: row.text(of("id")),
            numbers: [
              ...(number === "" ? [] : [{ field: mapping.columns.number ?? "", value: number }]),
              ...numbersInText(description).map((value) => ({ field: "description", value })),
            ],
          };
        },
        total(payout) {
          const [only, ...more] = totals;
          if (mapping.payouts !== "file" || !only || more.length > 0) return null;
          return totalIn(only, payout, amounts);
        },
      };
    },
  };
}

function leftOut(type: string): LeftOut {
  return { leftOut: `is of type ${type}` };
}

function lineKindOf(kind: LineKind | undefined | null, type: string, money: Money): LineKind {
  return kind ?? (type === "" ? kindOfAmount(money.gross, money.net) : kindOfWord(type)) ?? "other";
}

/** What the row of totals says, where it can be read. */
function totalIn(row: RowCells, { currency }: PayoutKey, amounts: Amounts): number | null {
  try {
    return amounts.of(row, currency).net;
  } catch (error) {
    if (error instanceof RowError) return null;
    throw error;
  }
}

type Money = Pick<LineFacts, "gross" | "fee" | "net">;

/** Gross, fee and net from the columns that were chosen. */
class Amounts {
  /** Where a currency may be written beside an amount. */
  readonly headings: readonly string[];
  private readonly gross: string;
  private readonly fee: string;
  private readonly net: string;
  private readonly moneyIn: string;
  private readonly moneyOut: string;
  private readonly feesAre: "cost" | "signed";

  /** @throws RowError when fees without a net amount may be costs or have a sign */
  constructor({ columns, fees }: Mapping, rows: readonly RowCells[]) {
    const of = (field: MappedField) => foldHeading(columns[field] ?? "");
    [this.gross, this.fee, this.net] = [of("gross"), of("fee"), of("net")];
    [this.moneyIn, this.moneyOut] = [of("money_in"), of("money_out")];
    this.headings = [this.net, this.gross, this.moneyIn, this.moneyOut].filter(Boolean);
    this.feesAre = fees ?? this.signOfFees(rows);
  }

  of(row: RowCells, currency: string): Money {
    const fee = this.fee === "" ? null : this.cost(row, currency);
    const whole = this.wholeOf(row, currency);
    if (whole.gross !== null && whole.net !== null) {
      const kept = whole.gross - whole.net;
      if (fee !== null && Math.abs(fee) !== Math.abs(kept)) {
        row.fail(this.fee, "gross and net differ by another amount");
      }
      return { gross: whole.gross, fee: kept, net: whole.net };
    }
    if (whole.net !== null) return { gross: whole.net + (fee ?? 0), fee: fee ?? 0, net: whole.net };
    const gross = whole.gross ?? 0;
    return { gross, fee: fee ?? 0, net: gross - (fee ?? 0) };
  }

  private wholeOf(row: RowCells, currency: string) {
    if (this.gross === "" && this.net === "") {
      const [into, out] = [this.moneyIn, this.moneyOut].map((one) =>
        Math.abs(row.amountOrZero(currency, one)),
      );
      if (!row.has(this.moneyIn, this.moneyOut)) row.fail(this.moneyIn, "is empty");
      return { gross: Number(into) - Number(out), net: null };
    }
    return {
      gross: this.gross === "" ? null : row.amount(currency, this.gross),
      net: this.net === "" ? null : row.amount(currency, this.net),
    };
  }

  private cost(row: RowCells, currency: string): number {
    const fee = row.amountOrZero(currency, this.fee);
    return this.feesAre === "signed" && fee !== 0 ? -fee : fee;
  }

  private signOfFees(rows: readonly RowCells[]): "cost" | "signed" {
    const hasAll = this.gross !== "" && this.net !== "";
    if (this.fee === "" || hasAll) return "cost";
    const signs = new Set(rows.map((row) => this.signIn(row)));
    if (signs.has(-1) && !signs.has(1)) return "signed";
    if (signs.has(1) && !signs.has(-1)) return "cost";
    if (!signs.has(1) && !signs.has(-1) && !signs.has(null)) return "cost";
    throw new RowError(
      "The fees may be costs or have a sign. Choose which, or choose the column of the net amount.",
    );
  }

  /** The sign of a fee on money that came in; 0 without a fee, null where it tells nothing. */
  private signIn(row: RowCells): number | null {
    const fee = row.text(this.fee);
    const amount = row.text(this.gross || this.net || this.moneyIn);
    if (!/[1-9]/.test(fee)) return 0;
    const [isOut, isIn] = [/[-−(]/.test(amount), /[1-9]/.test(amount)];
    if (isOut || !isIn) return null;
    return /[-−(]/.test(fee) ? -1 : 1;
  }
}
