import { LEDGER_PAYMENT_KINDS } from "@/lib/constants/payments";
import { calendarDate, decimalString } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

export const payment = z.object({
  Id: z.string(),
  TxnDate: calendarDate,
  TotalAmt: decimalString,
  CustomerName: z.string(),
  currency: z.string(),
  kind: z.enum(LEDGER_PAYMENT_KINDS),
  /** As QuickBooks shows it; empty for none. */
  number: z.string(),
});
export type Payment = z.infer<typeof payment>;

export const paymentList = defineEndpoint({
  method: "GET",
  path: "/qb/get-payment/",
  summary:
    "Unmatched payments in Undeposited Funds, or in the chosen account; refreshed from QuickBooks when stale",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({ transactions: z.array(payment) }),
});
