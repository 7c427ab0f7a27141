import { accountId, calendarDate, listQuery, messageResponse } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import * as z from "@/lib/zod";

const account = z.object({ Id: z.string(), Name: z.string() });

/** No books are older, and the database knows no year 0. */
const EARLIEST = "2000-01-01";

export const paymentAccount = defineEndpoint({
  method: "GET",
  path: "/settings/payment-account/",
  work: "ledger",
  summary:
    "The account whose payments are matched in addition to Undeposited Funds, and the accounts to choose from",
  access: "session",
  role: "viewer",
  apiTokens: true,
  conflicts: ["not_connected"],
  query: listQuery,
  response: z.object({
    /** Bank and other current asset accounts in the books' currency, without the one that deposits go to. */
    accounts: z.array(account),
    /** Null: payments wait in Undeposited Funds only. */
    account: account.nullable(),
    /** Payments count from this day on; before a choice, the first day of the current month. */
    from: calendarDate,
  }),
});
export type PaymentAccountView = z.infer<typeof paymentAccount.response>;

export const savePaymentAccount = defineEndpoint({
  method: "PUT",
  path: "/settings/payment-account/",
  work: "ledger",
  summary:
    "Choose an account whose payments are matched in addition to Undeposited Funds, and from which date",
  access: "session",
  role: "admin",
  apiTokens: true,
  conflicts: ["not_connected"],
  body: z.object({
    account_id: accountId.nullable(),
    from: calendarDate.refine((date) => date >= EARLIEST, `Must be ${EARLIEST} or later`),
  }),
  response: messageResponse.extend({
    /** Payments that can now be matched, and that no longer can. */
    opened: z.number().int(),
    closed: z.number().int(),
    /** Deposits whose matches were released, because they used such a payment and were not posted. */
    unmatched: z.number().int(),
  }),
});
