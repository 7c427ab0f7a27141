import { calendarDate, decimalString } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

export const payment = z.object({
  Id: z.string(),
  TxnDate: calendarDate,
  TotalAmt: decimalString,
  CustomerName: z.string(),
  currency: z.string(),
  kind: z.enum(["Payment", "SalesReceipt", "RefundReceipt"]),
});
export type Payment = z.infer<typeof payment>;

export const paymentList = defineEndpoint({
  method: "GET",
  path: "/qb/get-payment/",
  summary:
    "Payments in Undeposited Funds that no match explains yet; refreshed from QuickBooks when stale",
  access: "session",
  response: z.object({ transactions: z.array(payment) }),
});
