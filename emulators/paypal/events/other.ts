import { z } from "zod";
import { enter, newId, rowOf } from "../book";
import type { PayPalRow, PayPalState } from "../state";
import {
  code,
  common,
  counterparty,
  currency,
  instant,
  minor,
  own,
  payerOf,
  rowId,
} from "./fields";

type At<T extends z.ZodType> = z.output<T> & { at: number };

/** PayPal's own bill, of one sale or none. */
export const feeInput = z.strictObject({
  type: z.literal("fee"),
  ...own,
  amount: minor.positive(),
  currency: currency.optional(),
  code: code.default("T0101"),
  of: rowId.optional(),
});

export function enterFee(account: PayPalState, input: At<typeof feeInput>): PayPalRow[] {
  const row = enter(account, {
    ...{ id: input.id, code: input.code, at: input.at, note: input.note, amount: -input.amount },
    currency: input.currency ?? account.primary,
    ...(input.of && { reference: { id: rowOf(account, input.of).id, type: "TXN" as const } }),
  });
  return [row];
}

const part = z.strictObject({ amount: minor.positive(), currency });

/** Two rows of one second, both referring to the sale; at the sale's own time by default. */
export const conversionInput = z.strictObject({
  type: z.literal("conversion"),
  ...common,
  from: part,
  to: part,
  of: rowId.optional(),
  code: z.enum(["T0200", "T0201", "T0202"]).default("T0200"),
});

export function convert(account: PayPalState, input: At<typeof conversionInput>): PayPalRow[] {
  const sale = input.of === undefined ? undefined : rowOf(account, input.of);
  const reference = { id: sale?.id ?? newId(account), type: "TXN" as const };
  const shared = { code: input.code, at: input.at, note: input.note, reference };
  return [
    enter(account, { ...shared, currency: input.from.currency, amount: -input.from.amount }),
    enter(account, { ...shared, currency: input.to.currency, amount: input.to.amount }),
  ];
}

/** Money that the merchant sent: a subscription, a purchase, a mass payment. */
export const sentInput = z.strictObject({
  type: z.literal("sent"),
  ...own,
  ...counterparty,
  amount: minor.positive(),
  currency: currency.optional(),
  code: code.default("T0003"),
});

export function send(account: PayPalState, input: At<typeof sentInput>): PayPalRow[] {
  const row = enter(account, {
    ...{ id: input.id, code: input.code, at: input.at, note: input.note, amount: -input.amount },
    currency: input.currency ?? account.primary,
    ...payerOf(input),
  });
  return [row];
}

/** From the bank into the account. */
export const bankTransferInput = z.strictObject({
  type: z.literal("bank_transfer"),
  ...own,
  amount: minor.positive(),
  currency: currency.optional(),
  code: code.default("T0300"),
});

export function payIn(account: PayPalState, input: At<typeof bankTransferInput>): PayPalRow[] {
  const { id, at, amount, note } = input;
  const facts = { id, code: input.code, at, amount, note };
  return [enter(account, { ...facts, currency: input.currency ?? account.primary })];
}

/** Any code, also one that doesn't exist; the amount is signed. */
export const otherInput = z.strictObject({
  type: z.literal("other"),
  ...own,
  code: code.default("T8800"),
  amount: minor,
  currency: currency.optional(),
});

export function enterOther(account: PayPalState, input: At<typeof otherInput>): PayPalRow[] {
  const { id, at, amount, note } = input;
  const facts = { id, code: input.code, at, amount, note };
  return [enter(account, { ...facts, currency: input.currency ?? account.primary })];
}

/** A row as it is, for anything else. */
export const rowInput = z.strictObject({
  type: z.literal("row"),
  ...own,
  ...counterparty,
  code,
  status: z.enum(["S", "P", "D", "V"]).default("S"),
  /** Signed. */
  amount: minor,
  /** Signed: negative on a sale. */
  fee: minor.optional(),
  currency: currency.optional(),
  updated: instant.optional(),
  /** Whether it moves the balance. */
  moves: z.boolean().default(true),
  reference: z
    .strictObject({ id: rowId, type: z.enum(["ODR", "TXN", "SUB", "PAP"]).default("TXN") })
    .optional(),
  invoice: z.string().min(1).max(127).optional(),
  custom: z.string().min(1).max(127).optional(),
  subject: z.string().min(1).max(256).optional(),
  bankReference: z.string().min(1).max(127).optional(),
});

export function enterRow(account: PayPalState, input: At<typeof rowInput>): PayPalRow[] {
  const { type: _, late: __, name, email, country, moves, ...facts } = input;
  const row = enter(account, {
    ...facts,
    ...(moves ? {} : { moved: null }),
    currency: facts.currency ?? account.primary,
    ...payerOf({ name, email, country }),
  });
  return [row];
}
