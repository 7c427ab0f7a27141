import { LEDGER_PAYMENT_KINDS } from "@/lib/constants/payments";
import { calendarDate, currency, decimalString } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/**
 * A payment in the books that waits for a deposit.
 * @schema Payment
 */
export const payment = z.object({
  Id: z.string(),
  TxnDate: calendarDate,
  /** In `currency`; negative for a refund. */
  TotalAmt: decimalString,
  CustomerName: z.string(),
  currency,
  /** Its type of transaction, by QuickBooks' names. */
  kind: z.enum(LEDGER_PAYMENT_KINDS),
  /** As the ledger shows it; empty for none. */
  number: z.string(),
});
export type Payment = z.infer<typeof payment>;

/** Those in Undeposited Funds, or in the chosen account; refreshed from the books when stale. */
export const paymentList = defineEndpoint({
  method: "GET",
  path: "/qb/get-payment/",
  summary: "List unmatched payments",
  access: "session",
  role: "viewer",
  apiTokens: true,
  problems: ["paused", "provider_error"],
  response: z.object({
    /** The payments. */
    transactions: z.array(payment),
  }),
});
