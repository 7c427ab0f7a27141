import { z } from "zod";
import { mintId } from "../../mint";
import { balanceAt, enter, rowOf } from "../book";
import type { PayPalRow, PayPalState } from "../state";
import { common, currency, minor, own, rowId } from "./fields";

type At<T extends z.ZodType> = z.output<T> & { at: number };

/** To the currency's own bank account: all that is available, unless `amount` says otherwise. */
export const withdrawalInput = z.strictObject({
  type: z.literal("withdrawal"),
  ...own,
  /** What the bank receives. */
  amount: minor.positive().optional(),
  currency: currency.optional(),
  code: z.enum(["T0400", "T0401", "T0402", "T0403"]).default("T0400"),
  status: z.enum(["P", "S"]).default("S"),
  /** What an instant withdrawal costs, positive, in addition to what the bank receives. */
  instantFee: minor.positive().optional(),
  /** As a row of its own that refers to the withdrawal, instead of on its row. */
  feeApart: z.boolean().default(false),
  bankReference: z
    .string()
    .regex(/^[A-Za-z0-9]{1,127}$/)
    .optional(),
});

export function withdraw(account: PayPalState, input: At<typeof withdrawalInput>): PayPalRow[] {
  const { at, id, status, instantFee = 0, feeApart, note } = input;
  const from = input.currency ?? account.primary;
  const amount = input.amount ?? balanceAt(account, from, at) - instantFee;
  if (amount <= 0) throw new Error(`there is no ${from} to withdraw`);
  const row = enter(account, {
    ...{ id, code: input.code, at, status, currency: from, amount: -amount, note },
    ...(instantFee > 0 && !feeApart && { fee: -instantFee }),
    bankReference: input.bankReference ?? `YYW${mintId(account, "", 10).toUpperCase()}`,
  });
  if (instantFee === 0 || !feeApart) return [row];
  const facts = { code: "T0100", at, currency: from, amount: -instantFee };
  return [row, enter(account, { ...facts, reference: { id: row.id, type: "TXN" } })];
}

/** A pending withdrawal is done. */
export const settlementInput = z.strictObject({
  type: z.literal("settlement"),
  ...common,
  of: rowId,
});

export function settleWithdrawal(
  account: PayPalState,
  { of, at }: At<typeof settlementInput>,
): PayPalRow[] {
  return [Object.assign(rowOf(account, of), { status: "S", updated: at })];
}

/** The bank refused a withdrawal: its row turns V, and another brings the money back. */
export const returnInput = z.strictObject({
  type: z.literal("returned"),
  ...own,
  of: rowId,
  /** Of an instant withdrawal's fee. */
  feeBack: minor.min(0).default(0),
});

export function returnWithdrawal(
  account: PayPalState,
  { of, at, id, feeBack, note }: At<typeof returnInput>,
): PayPalRow[] {
  const refused = Object.assign(rowOf(account, of), { status: "V", updated: at });
  const back = enter(account, {
    ...{ id, code: "T1101", at, currency: refused.currency, amount: -refused.amount, note },
    ...(feeBack > 0 && { fee: feeBack }),
    reference: { id: refused.id, type: "TXN" },
  });
  return [refused, back];
}
