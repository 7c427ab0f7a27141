import { z } from "zod";
import { enter, rowOf } from "../book";
import type { PayPalRow, PayPalState } from "../state";
import { code, common, counterparty, currency, minor, own, payerOf, rowId } from "./fields";

const sold = {
  ...counterparty,
  amount: minor.positive(),
  currency: currency.optional(),
  invoice: z.string().min(1).max(127).optional(),
  custom: z.string().min(1).max(127).optional(),
  subject: z.string().min(1).max(256).optional(),
};

/** A customer's payment. Pending and denied ones don't move the balance. */
export const saleInput = z.strictObject({
  type: z.literal("sale"),
  ...own,
  ...sold,
  /** What PayPal takes, positive. */
  fee: minor.min(0).default(0),
  code: code.default("T0006"),
  status: z.enum(["S", "P", "D"]).default("S"),
  /** The billing agreement or order that it belongs to, which is no row. */
  agreement: rowId.optional(),
});

type At<T extends z.ZodType> = z.output<T> & { at: number };

export function enterSale(account: PayPalState, input: At<typeof saleInput>): PayPalRow[] {
  const { at, id, amount, fee, status, invoice, custom, subject, note, agreement } = input;
  const row = enter(account, {
    ...{ id, code: input.code, at, status, amount, currency: input.currency ?? account.primary },
    ...(fee > 0 && { fee: -fee }),
    ...(status === "S" ? {} : { moved: null }),
    ...(agreement && { reference: { id: agreement, type: "PAP" as const } }),
    ...payerOf(input),
    ...{ invoice, custom, subject, note },
  });
  return [row];
}

/** What becomes of a pending sale. */
export const completionInput = z.strictObject({
  type: z.literal("completion"),
  ...common,
  of: rowId,
  denied: z.boolean().default(false),
  /** A row of its own under the same id instead of the same row. */
  anotherRow: z.boolean().default(false),
});

export function complete(account: PayPalState, input: At<typeof completionInput>): PayPalRow[] {
  const sale = rowOf(account, input.of);
  const { at, denied, anotherRow } = input;
  if (anotherRow && !denied)
    return [enter(account, { ...sale, status: "S", at, updated: at, moved: at })];
  const moved = denied ? null : at;
  return [Object.assign(sale, { status: denied ? "D" : "S", updated: at, moved })];
}

/** Money given back to the customer; the fee only as far as `feeBack` says. */
export const refundInput = z.strictObject({
  type: z.literal("refund"),
  ...own,
  of: rowId,
  /** By default the whole sale. */
  amount: minor.positive().optional(),
  feeBack: minor.min(0).default(0),
  code: code.default("T1107"),
  /** A sale that is refunded whole turns V, unless it is false. */
  reverses: z.boolean().default(true),
});

export function enterRefund(account: PayPalState, input: At<typeof refundInput>): PayPalRow[] {
  const sale = rowOf(account, input.of);
  const { id, at, note, amount = sale.amount } = input;
  if (input.reverses && amount === sale.amount) Object.assign(sale, { status: "V", updated: at });
  const row = enter(account, {
    ...{ id, code: input.code, at, currency: sale.currency, note, amount: -amount },
    ...(input.feeBack > 0 && { fee: input.feeBack }),
    reference: { id: sale.id, type: "TXN" },
    ...{ payer: sale.payer, invoice: sale.invoice, custom: sale.custom },
  });
  return [row];
}

/** Never moves the balance. */
export const authorizationInput = z.strictObject({
  type: z.literal("authorization"),
  ...own,
  ...sold,
  code: code.default("T1300"),
  status: z.enum(["S", "P", "V"]).default("P"),
});

export function authorize(account: PayPalState, input: At<typeof authorizationInput>): PayPalRow[] {
  const { id, at, amount, status, invoice, custom, subject, note } = input;
  const row = enter(account, {
    ...{ id, code: input.code, at, status, moved: null, amount },
    currency: input.currency ?? account.primary,
    ...payerOf(input),
    ...{ invoice, custom, subject, note },
  });
  return [row];
}

/** A row under the id of another one that shows it once more and moves nothing. */
export const displayInput = z.strictObject({
  type: z.literal("display"),
  ...common,
  of: rowId,
  code: code.default("T9800"),
});

export function display(account: PayPalState, input: At<typeof displayInput>): PayPalRow[] {
  const shown = rowOf(account, input.of);
  const { note, at } = input;
  return [enter(account, { ...shown, code: input.code, at, updated: at, moved: null, note })];
}
