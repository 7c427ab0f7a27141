import { readFile } from "node:fs/promises";
import { z } from "zod";
import { parseDecimal } from "@/lib/money";
import type { Dataset, TruthGroup } from "../model";

const CURRENCY = "USD";

const fileOf = z.object({
  bank_transactions: z.array(
    z.object({ id: z.string(), date: z.string(), description: z.string(), amount: z.number() }),
  ),
  gl_entries: z.array(
    z.object({
      id: z.string(),
      date: z.string(),
      description: z.string(),
      amount: z.number(),
      ref: z.string(),
    }),
  ),
  ground_truth: z.object({
    matches_1to1: z.array(z.object({ bank_id: z.string(), gl_id: z.string() })),
    matches_many_to_one: z.array(z.object({ bank_id: z.string(), gl_ids: z.array(z.string()) })),
    matches_amount_mismatch: z.array(z.object({ bank_id: z.string(), gl_id: z.string() })),
  }),
});

/**
 * A bank statement against a general ledger, as the generator of github.com/spoj/taskgraph writes it
 * (`examples/bank_rec/generate_dataset.py`): each bank transaction is a deposit without lines, each ledger
 * entry a payment with its description as memo.
 */
export async function readBankReconciliation(file: string): Promise<Dataset> {
  return reconciliationBooks(JSON.parse(await readFile(file, "utf8")));
}

/** @param content of the generator's file. @throws when it is not of that form */
export function reconciliationBooks(content: unknown): Dataset {
  const { bank_transactions, gl_entries, ground_truth } = fileOf.parse(content);
  const amounts = new Map<string, number>();
  const minor = ({ id, amount }: { id: string; amount: number }) => {
    const units = parseDecimal(amount.toFixed(2), CURRENCY);
    amounts.set(id, units);
    return units;
  };
  const deposits = bank_transactions.map(({ id, date, description, amount }) => {
    return { id, date, description, currency: CURRENCY, amount: minor({ id, amount }) };
  });
  const payments = gl_entries.map(({ id, date, description, amount, ref }) => {
    const row = { id, date, note: description, currency: CURRENCY };
    return { ...row, reference: ref || undefined, amount: minor({ id, amount }) };
  });
  const group = (kind: TruthGroup["kind"], depositId: string, paymentIds: string[]): TruthGroup => {
    const paid = paymentIds.reduce((sum, id) => sum + (amounts.get(id) ?? 0), 0);
    const deviation = paid - (amounts.get(depositId) ?? 0);
    return { depositId, lineIds: [], paymentIds, kind, deviation };
  };
  const { matches_1to1, matches_many_to_one, matches_amount_mismatch } = ground_truth;
  const groups = [
    ...matches_1to1.map((one) => group("one_to_one", one.bank_id, [one.gl_id])),
    ...matches_many_to_one.map((one) => group("batch", one.bank_id, one.gl_ids)),
    ...matches_amount_mismatch.map((one) => group("small_difference", one.bank_id, [one.gl_id])),
  ];
  return { deposits, payments, truth: { groups, lineFacts: new Map(), paymentFacts: new Map() } };
}
