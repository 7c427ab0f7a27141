import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { parseDecimal } from "@/lib/money";
import type { DepositInput, LineInput, PaymentInput } from "@/matching/engine/contract";
import type { Dataset } from "../model";

const CURRENCY = "GBP";

const rowsOf = z.array(
  z.object({
    side: z.enum(["sent", "received"]),
    id: z.string(),
    date: z.string(),
    amount: z.string(),
    memo: z.string(),
    truth: z.string(),
  }),
);

/**
 * The labelled bank transfers of splink's documentation as books: what was received on a day is a payout
 * with a line for each transfer, what was sent are payments without a customer. Pairs of one amount are of
 * the kind `one_to_one`, those that a fee or a rate changed of the kind `small_difference`.
 * @param file `splink-transactions.csv.gz`
 */
export async function readTransfers(file: string): Promise<Dataset> {
  const text = gunzipSync(await readFile(file)).toString("utf8");
  return transferBooks(rowsOf.parse(parse(text, { columns: true })));
}

/** @param rows as {@link readTransfers} has them; ids need not differ between the sides */
export function transferBooks(rows: z.infer<typeof rowsOf>): Dataset {
  const days = new Map<string, DepositInput & { lines: LineInput[] }>();
  const payments: PaymentInput[] = [];
  const sentBy = new Map<string, PaymentInput>();
  const received: { line: LineInput; depositId: string; truth: string }[] = [];
  for (const { side, id, date, amount: text, memo, truth } of rows) {
    const amount = parseDecimal(text, CURRENCY);
    if (side === "sent") {
      const payment = { id: `sent-${id}`, date, amount, currency: CURRENCY, note: memo };
      payments.push(payment);
      sentBy.set(truth, payment);
      continue;
    }
    const day = days.get(date) ?? {
      id: `day-${date}`,
      date,
      amount: 0,
      currency: CURRENCY,
      lines: [],
    };
    days.set(date, day);
    const line = { id: `received-${id}`, type: "charge", date, amount, description: memo };
    day.amount += amount;
    day.lines.push(line);
    received.push({ line, depositId: day.id, truth });
  }
  const groups = received.flatMap(({ line, depositId, truth }) => {
    const payment = sentBy.get(truth);
    if (!payment) return [];
    const deviation = payment.amount - line.amount;
    const kind = deviation === 0 ? ("one_to_one" as const) : ("small_difference" as const);
    return [{ depositId, lineIds: [line.id], paymentIds: [payment.id], kind, deviation }];
  });
  const truth = { groups, lineFacts: new Map(), paymentFacts: new Map() };
  return { deposits: [...days.values()], payments, truth };
}
