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

/** More than any company has. */
const MAX_ACCOUNTS = 50;

/**
 * The accounts that payments wait in: in addition to Undeposited Funds or, in a ledger without, instead of it. And those
 * to choose from.
 */
export const paymentAccount = defineEndpoint({
  method: "GET",
  path: "/settings/payment-account/",
  work: "ledger",
  summary: "Get the accounts that payments wait in",
  access: "session",
  role: "viewer",
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused"],
  callsProvider: true,
  query: listQuery,
  response: z.object({
    /**
     * Accounts that customers' payments can be booked to, without those that deposits go to. In QuickBooks bank and other
     * current asset accounts in the books' currency; in Xero also those in other currencies.
     */
    accounts: z.array(
      ledgerRef.extend({
        /** ISO 4217. */
        currency: z.string(),
      }),
    ),
    /** The first of `payment_accounts`; null: none is chosen. */
    account: ledgerRef.nullable(),
    /** Its day; before a choice, the first day of the current month. */
    from: calendarDate,
    /** The chosen ones. */
    payment_accounts: z.array(
      ledgerRef.extend({
        /** ISO 4217. */
        currency: z.string(),
        /** Payments count from this day on. */
        from: calendarDate,
        /** The connection whose payments wait there, which no other's payouts are matched with; null: anyone's. */
        connection_id: z.uuid().nullable(),
      }),
    ),
    /** False: nothing is matched until an account is chosen. */
    has_undeposited_funds: z.boolean(),
    /** Whose payments an account can be chosen for; none where the ledger has Undeposited Funds, which all share. */
    sources: z.array(
      z.object({
        connection_id: z.uuid(),
        /** The processor's name, for people; of several connections with the account's. */
        name: z.string(),
      }),
    ),
  }),
});
export type PaymentAccountView = z.infer<typeof paymentAccount.response>;

const from = calendarDate.refine((date) => date >= EARLIEST, `Must be ${EARLIEST} or later`);

/** Their payments are matched, each from a day on. What was chosen before and isn't named is taken back. */
export const savePaymentAccount = defineEndpoint({
  method: "PUT",
  path: "/settings/payment-account/",
  work: "ledger",
  summary: "Choose the accounts that payments wait in",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused", "unusable_input"],
  callsProvider: true,
  body: z
    .object({
      /** The ledger's id of the only account; null: none. Not with `payment_accounts`. */
      account_id: accountId.nullable().optional(),
      /** With `account_id`: payments count from this day on. */
      from: from.optional(),
      /** All accounts, in place of `account_id` and `from`. */
      payment_accounts: z
        .array(
          z.object({
            /** The ledger's id of the account. */
            account_id: accountId,
            /** Payments count from this day on. */
            from,
            /** The connection whose payments wait there; null: anyone's. */
            connection_id: z.uuid().nullable().optional(),
          }),
        )
        .max(MAX_ACCOUNTS)
        .optional(),
    })
    .superRefine((body, ctx) => {
      if (body.payment_accounts) return;
      for (const field of ["account_id", "from"] as const) {
        if (body[field] === undefined) {
          ctx.addIssue({ code: "custom", path: [field], message: "Required" });
        }
      }
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
