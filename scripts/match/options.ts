import { parseArgs } from "node:util";
import { normalizeCurrency } from "@/lib/money";
import type { Algorithm } from "@/server/matching/types";

const FORMATS = ["json", "ndjson", "csv", "table"] as const;
export type Format = (typeof FORMATS)[number];
const ALGORITHMS: Algorithm[] = ["smart", "exact", "fuzzy"];

export interface Options {
  deposits: string;
  payments: string;
  history: string | null;
  algorithm: Algorithm;
  format: Format;
  currency: string;
  explain: boolean;
}

/** Wrong usage: exit code 2, with the usage line. */
export class UsageError extends Error {
  override name = "UsageError";
}

export const USAGE =
  "npm run --silent match -- --deposits FILE --payments FILE [--algorithm smart|exact|fuzzy] " +
  "[--history FILE] [--format json|ndjson|csv|table] [--currency USD] [--explain]";

export const HELP = `${USAGE}

Matches deposits to ledger payments. The result goes to standard output, figures to standard error.

Files end in .json (an array), .ndjson or .jsonl (one object per line) or .csv (with a header).
Amounts are exact decimals ("12.34") or numbers, dates YYYY-MM-DD, currency optional (--currency).

Deposit   id, date, amount (net, signed), currency, processor, description, reference, lines
Line      id, type (charge, refund, dispute, fee, ...), date, amount (gross, signed), fee, net,
          description, entity, email, reference. Without a type: charge, or refund when negative.
Payment   Id, TxnDate, TotalAmt (signed), CustomerName, currency or CurrencyRef.value,
          PaymentRefNum, PrivateNote, TxnType, Email
History   decision (confirmed, dismissed, undone), deposit, line, payment; JSON or NDJSON only

In a CSV file of deposits the lines are either JSON in a column "lines", or one row per line with
line_id, line_type, line_date, line_amount, line_fee, line_net, line_description, line_entity,
line_email and line_reference; the rows of a deposit share its id. A column CurrencyRef.value works
in a CSV file of payments.

--algorithm  smart (default) acts alone when sure and suggests the rest; exact takes only what amount
             and reference or name prove; fuzzy only suggests
--explain    adds to every match how its evidence adds up, in bits

Exit codes: 0 done, 1 unreadable or invalid input, 2 wrong usage.`;

/** @returns null when help was asked for. @throws UsageError */
export function readOptions(args: string[]): Options | null {
  const values = parse(args);
  if (values.help) return null;
  const { deposits, payments, history } = values;
  if (!deposits || !payments) throw new UsageError("--deposits and --payments are needed");
  return {
    deposits,
    payments,
    history: history ?? null,
    algorithm: oneOf("--algorithm", ALGORITHMS, values.algorithm ?? "smart"),
    format: oneOf("--format", FORMATS, values.format ?? "json"),
    currency: currencyOf(values.currency ?? "USD"),
    explain: values.explain ?? false,
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
        algorithm: text,
        format: text,
        currency: text,
        explain: flag,
        help: { ...flag, short: "h" },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
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
