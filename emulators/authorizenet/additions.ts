import { z } from "zod";
import { addDays, isCalendarDate } from "@/lib/dates";
import type { EmulatorState } from "../state";
import { unixDay } from "../stripe/book";
import { SETTLES_AT, settle } from "./state";

const amount = z.int().min(0);

/** A settled batch, of yesterday unless a date is given. Amounts in minor units. */
export const batchInput = z.strictObject({
  date: z.string().refine(isCalendarDate, "not a date such as 2026-01-31").optional(),
  state: z.string().default("settledSuccessfully"),
  /** It has no settlement time, as a batch before its settlement. */
  untimed: z.boolean().default(false),
  paymentMethod: z.enum(["creditCard", "eCheck"]).default("creditCard"),
  transactions: z.array(
    z.strictObject({
      amount,
      status: z.string().default("settledSuccessfully"),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      company: z.string().optional(),
      email: z.string().optional(),
      phone: z.string().max(25).optional(),
      customerId: z.string().max(20).optional(),
      invoiceNumber: z.string().optional(),
      description: z.string().optional(),
      refTransId: z.string().optional(),
      accountType: z.enum(["Visa", "MasterCard", "AmericanExpress", "Discover"]).optional(),
      cameBackLater: z.boolean().optional(),
    }),
  ),
});

export function addBatch(state: EmulatorState, input: z.output<typeof batchInput>) {
  const settledAt = unixDay(input.date ?? addDays(state.today, -1)) + SETTLES_AT;
  const { paymentMethod } = input;
  return settle(
    state.authorizenet,
    { settledAt, state: input.state, paymentMethod, ...(input.untimed && { untimed: true }) },
    input.transactions.map(({ amount: money, status, ...rest }, index) => ({
      status,
      amount: money,
      submittedAt: settledAt - 21_600 + index,
      accountType: paymentMethod === "eCheck" ? "eCheck" : "Visa",
      ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    })),
  );
}

/** The customer's bank returns a payment of a settled batch, which changes in place. */
export const returnInput = z.strictObject({
  transId: z.string(),
  status: z.enum(["returnedItem", "chargeback"]).default("returnedItem"),
});

/** @throws Error for an unknown transaction. */
export function returnPayment(
  state: EmulatorState,
  { transId, status }: z.output<typeof returnInput>,
) {
  const found = state.authorizenet.batches
    .flatMap(({ transactions }) => transactions)
    .find((each) => each.transId === transId);
  if (!found) throw new Error(`no transaction ${transId}`);
  found.status = status;
  found.cameBackLater = true;
  return { transId, status };
}

/** What the merchant or Authorize.Net can change about the account. */
export const merchantInput = z.strictObject({
  reporting: z.boolean().optional(),
  currencies: z.array(z.string()).optional(),
  transactionKey: z.string().optional(),
});

export function changeMerchant(state: EmulatorState, input: z.output<typeof merchantInput>) {
  const { reporting, currencies, transactionKey } = input;
  const account = state.authorizenet;
  if (reporting !== undefined) account.reporting = reporting;
  if (currencies !== undefined) account.currencies = currencies;
  if (transactionKey !== undefined) account.transactionKey = transactionKey;
  return { reporting: account.reporting, currencies: account.currencies };
}
