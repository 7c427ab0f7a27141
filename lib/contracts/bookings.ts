import { ACCOUNT_GROUPS, ACCOUNT_KINDS, BOOKABLE_KINDS } from "@/lib/constants/bookings";
import { MEMO_LENGTH } from "@/lib/constants/planned-payments";
import {
  accountId,
  listQuery,
  messageResponse,
  namedRef,
  rowId,
  text,
} from "@/lib/contracts/common";
import { depositStatus } from "@/lib/contracts/deposits";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { sourceType } from "@/lib/contracts/source-type";
import * as z from "@/lib/zod";

const account = z.object({ Id: z.string(), Name: z.string() });

/** What a company chooses an account for. The fees' account is the documented expense category. */
const settingKind = z.enum(["fee", ...ACCOUNT_KINDS]);
export type SettingKind = z.infer<typeof settingKind>;

export const accountList = defineEndpoint({
  method: "GET",
  path: "/qb/accounts/",
  work: "ledger",
  summary: "Accounts of the connected QuickBooks company that a line of a deposit can be booked to",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  conflicts: ["not_connected"],
  query: listQuery,
  response: z.object({
    accounts: z.array(account.extend({ group: z.enum(ACCOUNT_GROUPS), currency: z.string() })),
    home_currency: z.string(),
  }),
});
export type BookableAccount = z.infer<typeof accountList.response>["accounts"][number];

export const accountSettings = defineEndpoint({
  method: "GET",
  path: "/settings/accounts/",
  summary: "The account of each kind of line, by connected payment processor",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    sources: z.array(
      z.object({
        integration_type: sourceType,
        name: z.string(),
        accounts: z.array(
          z.object({
            kind: settingKind,
            /** Null: a deposit with such a line asks. */
            account: account.nullable(),
          }),
        ),
      }),
    ),
  }),
});
export type AccountSettings = z.infer<typeof accountSettings.response>;

export const saveAccountSetting = defineEndpoint({
  method: "PUT",
  path: "/settings/accounts/",
  work: "ledger",
  summary: "Choose the account of a kind of line of a payment processor, or take the choice back",
  access: "session",
  role: "admin",
  apiTokens: true,
  conflicts: ["not_connected"],
  body: z.object({
    integration_type: sourceType,
    kind: settingKind,
    account_id: accountId.nullable(),
  }),
  response: messageResponse,
});

export const bookLine = defineEndpoint({
  method: "POST",
  path: "/qb/book-line/",
  work: "match",
  summary: "Choose the account of a deposit's line that QuickBooks does not know",
  access: "session",
  role: "bookkeeper",
  settingFields: [
    {
      field: "always",
      value: true,
      role: "admin",
      purpose: "change the account of all lines of a kind",
    },
  ],
  apiTokens: true,
  conflicts: [
    "already_matched",
    "already_posted",
    "not_connected",
    "payout_failed",
    "posting_in_progress",
    "too_many_open",
  ],
  body: z.object({
    deposit_id: rowId,
    line_id: rowId,
    kind: z.enum(BOOKABLE_KINDS),
    account_id: accountId,
    /** For whom, and for what part of the business, this line is booked; null takes a choice back. */
    customer: namedRef.nullable().optional(),
    class: namedRef.nullable().optional(),
    /** Of a charge: what its line says in the books; by default the charge's description. */
    memo: text(MEMO_LENGTH).optional(),
    /** For all lines of this kind from this processor, from now on; not charges, which rules decide. */
    always: z.boolean().optional(),
    /** What was chosen for the charge is replaced: it stays until this is stored. */
    replace: z.literal(true).optional(),
  }),
  response: messageResponse.extend({ status: depositStatus }),
});
