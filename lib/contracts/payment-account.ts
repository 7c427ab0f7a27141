import {
  accountId,
  calendarDate,
  ledgerRef,
  listQuery,
  messageResponse,
} from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

/** No books are older, and the database knows no year 0. */
const EARLIEST = "2000-01-01";

/** The account whose payments are matched in addition to Undeposited Funds, and the accounts to choose from. */
export const paymentAccount = defineEndpoint({
  method: "GET",
  path: "/settings/payment-account/",
  work: "ledger",
  summary: "Get the additional payment account",
  access: "session",
  role: "viewer",
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused"],
  callsProvider: true,
  query: listQuery,
  response: z.object({
    /** Bank and other current asset accounts in the books' currency, without the one that deposits go to. */
    accounts: z.array(ledgerRef),
    /** The chosen one; null: payments wait in Undeposited Funds only. */
    account: ledgerRef.nullable(),
    /** Payments count from this day on; before a choice, the first day of the current month. */
    from: calendarDate,
  }),
});
export type PaymentAccountView = z.infer<typeof paymentAccount.response>;

/** Its payments are matched in addition to Undeposited Funds, from a date on. */
export const savePaymentAccount = defineEndpoint({
  method: "PUT",
  path: "/settings/payment-account/",
  work: "ledger",
  summary: "Choose an additional payment account",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused", "unusable_input"],
  callsProvider: true,
  body: z.object({
    /** QuickBooks' id of the account; null: Undeposited Funds only. */
    account_id: accountId.nullable(),
    /** Payments count from this day on. */
    from: calendarDate.refine((date) => date >= EARLIEST, `Must be ${EARLIEST} or later`),
  }),
  response: messageResponse.extend({
    /** Payments that can be matched now. */
    opened: z.number().int(),
    /** Payments that can no longer be matched. */
    closed: z.number().int(),
    /** Deposits whose matches were released, because they used such a payment and were not posted. */
    unmatched: z.number().int(),
  }),
});
