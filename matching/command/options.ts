import { parseArgs } from "node:util";
import { normalizeCurrency } from "@/lib/money";
import type { DecimalSign } from "@/lib/tables/amount-text";
import type { DateOrder } from "@/lib/tables/date-text";
import type { Algorithm } from "@/matching/engine/contract";
import type { FormName } from "./input/tables";
import { isTable } from "./load";

const FORMATS = ["json", "ndjson", "csv", "table"] as const;
export type Format = (typeof FORMATS)[number];
const ALGORITHMS: Algorithm[] = ["smart", "exact", "fuzzy"];

export type Side = "deposits" | "payments" | "invoices" | "history";
const DECIMAL_SIGNS: DecimalSign[] = [".", ","];
const DATE_ORDERS: DateOrder[] = ["mdy", "dmy", "ymd"];

export interface SideDialect {
  decimalSign: DecimalSign | undefined;
  dateOrder: DateOrder | undefined;
}

export interface Options {
  deposits: string;
  payments: string;
  history: string | null;
  invoices: string | null;
  algorithm: Algorithm;
  format: Format;
  /** Null when none was given. */
  currency: string | null;
  explain: boolean;
  /** How each file writes amounts and dates, where the user says it. */
  dialects: Record<Side, SideDialect>;
  /** The CSV formats; undefined: detected from the headers. */
  depositsFormat: FormName | undefined;
  paymentsFormat: FormName | undefined;
}

/** Wrong usage: exit code 2, with the usage line. */
export class UsageError extends Error {
  override name = "UsageError";
}

export const USAGE =
  "npm run --silent match -- --deposits FILE --payments FILE [--algorithm smart|exact|fuzzy] " +
  "[--history FILE] [--invoices FILE] [--format json|ndjson|csv|table] [--currency USD] [--explain] " +
  "[--decimal-sign .|,] [--date-order mdy|dmy|ymd]";

/** @returns null when help was asked for. @throws UsageError */
export function readOptions(args: string[]): Options | null {
  const values = parse(args);
  if (values.help) return null;
  const { deposits, payments, history, invoices } = values;
  if (!deposits || !payments) throw new UsageError("--deposits and --payments are required");
  return {
    deposits,
    payments,
    history: history ?? null,
    invoices: invoices ?? null,
    algorithm: oneOf("--algorithm", ALGORITHMS, values.algorithm ?? "smart"),
    format: oneOf("--format", FORMATS, values.format ?? "json"),
    currency: values.currency === undefined ? null : currencyOf(values.currency),
    explain: values.explain ?? false,
    dialects: dialectsOf(values),
    depositsFormat: formOf(
      "deposits",
      deposits,
      ["plain", "stripe", "payouts"],
      values["deposits-format"],
    ),
    paymentsFormat: formOf(
      "payments",
      payments,
      ["plain", "quickbooks"],
      values["payments-format"],
    ),
  };
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  try {
    return parseArgs({
      args,
      options: {
        deposits: text,
        payments: text,
        history: text,
        invoices: text,
        algorithm: text,
        format: text,
        currency: text,
        explain: flag,
        "deposits-format": text,
        "payments-format": text,
        "decimal-sign": text,
        "date-order": text,
        "deposits-decimal-sign": text,
        "deposits-date-order": text,
        "payments-decimal-sign": text,
        "payments-date-order": text,
        "invoices-decimal-sign": text,
        "invoices-date-order": text,
        "history-decimal-sign": text,
        "history-date-order": text,
        help: { ...flag, short: "h" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** What holds for all files, unless an option of the side says otherwise. */
function dialectsOf(values: ReturnType<typeof parse>): Record<Side, SideDialect> {
  const of = (side: Side): SideDialect => ({
    decimalSign: chosen("decimal-sign", side, DECIMAL_SIGNS),
    dateOrder: chosen("date-order", side, DATE_ORDERS),
  });
  function chosen<Value extends string>(
    name: "decimal-sign" | "date-order",
    side: Side,
    allowed: readonly Value[],
  ): Value | undefined {
    const own = `${side}-${name}` as const;
    const option = values[own] === undefined ? name : own;
    const given = values[option];
    return given === undefined ? undefined : oneOf(`--${option}`, allowed, given);
  }
  return {
    deposits: of("deposits"),
    payments: of("payments"),
    invoices: of("invoices"),
    history: of("history"),
  };
}

function formOf(
  side: string,
  file: string,
  forms: readonly FormName[],
  given = "auto",
): FormName | undefined {
  const form = oneOf(`--${side}-format`, ["auto", ...forms], given);
  if (form === "auto") return undefined;
  if (form !== "plain" && !isTable(file)) {
    throw new UsageError(`--${side}-format ${form} is for CSV files, not ${file}`);
  }
  return form;
}

function oneOf<Value extends string>(
  name: string,
  allowed: readonly Value[],
  given: string,
): Value {
  const value = allowed.find((candidate) => candidate === given);
  if (!value) throw new UsageError(`${name} is one of ${allowed.join(", ")}, not "${given}"`);
  return value;
}

function currencyOf(code: string): string {
  try {
    return normalizeCurrency(code);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
