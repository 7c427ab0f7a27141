import { z } from "zod";
import { enter, RELEASE_OF, rowOf } from "../book";
import type { PayPalRow, PayPalState } from "../state";
import { code, common, currency, instant, minor, own, rowId } from "./fields";

type At<T extends z.ZodType> = z.output<T> & { at: number };
type HoldCode = keyof typeof RELEASE_OF;

/** Money that PayPal withholds: a reserve by default. It stays in the total. */
export const holdInput = z.strictObject({
  type: z.literal("hold"),
  ...own,
  code: z.enum(Object.keys(RELEASE_OF) as [HoldCode, ...HoldCode[]]).default("T2103"),
  /** The sale it is for, if any; then its net by default. */
  of: rowId.optional(),
  amount: minor.positive().optional(),
  currency: currency.optional(),
});

export function hold(account: PayPalState, input: At<typeof holdInput>): PayPalRow[] {
  const sale = input.of === undefined ? undefined : rowOf(account, input.of);
  const amount = input.amount ?? (sale && sale.amount + (sale.fee ?? 0));
  if (amount === undefined) throw new Error("a hold has an amount, or the sale that it is of");
  const row = enter(account, {
    ...{ id: input.id, code: input.code, at: input.at, amount: -amount, note: input.note },
    currency: input.currency ?? sale?.currency ?? account.primary,
    ...(sale && { reference: { id: sale.id, type: "TXN" as const } }),
  });
  return [row];
}

export const releaseInput = z.strictObject({
  type: z.literal("release"),
  ...own,
  /** The hold. */
  of: rowId,
  /** By default all of it. */
  amount: minor.positive().optional(),
  /** Under the hold's own id. */
  sameId: z.boolean().default(false),
});

export function release(account: PayPalState, input: At<typeof releaseInput>): PayPalRow[] {
  const held = rowOf(account, input.of);
  const pair = RELEASE_OF[held.code as HoldCode];
  if (!pair) throw new Error(`${held.code} is no hold`);
  const row = enter(account, {
    ...{ code: pair, at: input.at, currency: held.currency, note: input.note },
    id: input.sameId ? held.id : input.id,
    amount: input.amount ?? -held.amount,
    reference: held.reference ?? (input.sameId ? undefined : { id: held.id, type: "TXN" }),
  });
  return [row];
}

const verdict = {
  outcome: z.enum(["won", "lost"]),
  /** Of the row that takes the money if it is lost. */
  code: code.default("T1201"),
  /** What PayPal takes for it, positive, as a row of its own. */
  fee: minor.min(0).default(0),
};

/** Holds a sale's amount, and with an `outcome` decides as well. */
export const disputeInput = z.strictObject({
  type: z.literal("dispute"),
  ...own,
  of: rowId,
  /** By default the whole sale. */
  amount: minor.positive().optional(),
  ...verdict,
  outcome: verdict.outcome.optional(),
  decidedAt: instant.optional(),
});

export function dispute(account: PayPalState, input: At<typeof disputeInput>): PayPalRow[] {
  const { at, id, of, note, outcome, decidedAt = at, fee } = input;
  const sale = rowOf(account, of);
  const held = enter(account, {
    ...{ id, code: "T1110", at, currency: sale.currency, note },
    amount: -(input.amount ?? sale.amount),
    reference: { id: sale.id, type: "TXN" },
  });
  if (!outcome) return [held];
  return [held, ...decided(account, held, { at: decidedAt, outcome, code: input.code, fee })];
}

/** The outcome of a dispute, named by its hold. */
export const decisionInput = z.strictObject({
  type: z.literal("decision"),
  ...common,
  of: rowId,
  ...verdict,
});

export function decide(account: PayPalState, input: At<typeof decisionInput>): PayPalRow[] {
  return decided(account, rowOf(account, input.of), input);
}

/** The hold ends; a lost dispute takes the money in the same second. */
function decided(
  account: PayPalState,
  held: PayPalRow,
  verdictOf: { at: number; outcome: "won" | "lost"; code: string; fee: number },
): PayPalRow[] {
  const { at, outcome, fee } = verdictOf;
  const { currency: of, reference } = held;
  const row = (codeOf: string, amount: number) =>
    enter(account, { code: codeOf, at, currency: of, amount, reference });
  const ended = row("T1111", -held.amount);
  if (outcome === "won") return [ended];
  const taken = row(verdictOf.code, held.amount);
  return fee > 0 ? [ended, taken, row("T0106", -fee)] : [ended, taken];
}
