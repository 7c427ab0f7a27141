import { ACCOUNT_GROUPS, ACCOUNT_KINDS, BOOKABLE_KINDS } from "@/lib/constants/bookings";
import { MEMO_LENGTH } from "@/lib/constants/planned-payments";
import {
  accountId,
  currency,
  ledgerRef,
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

/**
 * What a company chooses an account for; fee: the documented expense category.
 * @schema SettingKind
 */
const settingKind = z.enum(["fee", ...ACCOUNT_KINDS]);
export type SettingKind = z.infer<typeof settingKind>;

/** Those of the connected books that a line can be booked to. */
export const accountList = defineEndpoint({
  method: "GET",
  path: "/qb/accounts/",
  work: "ledger",
  summary: "List accounts for lines of deposits",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused"],
  callsProvider: true,
  query: listQuery,
  response: z.object({
    /** The accounts to choose from. */
    accounts: z.array(
      ledgerRef.extend({
        /** The account type in the books. */
        group: z.enum(ACCOUNT_GROUPS),
        currency,
      }),
    ),
    home_currency: currency,
  }),
});
export type BookableAccount = z.infer<typeof accountList.response>["accounts"][number];

/** By connected payment processor. */
export const accountSettings = defineEndpoint({
  method: "GET",
  path: "/settings/accounts/",
  summary: "Get the account of each kind of line",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    sources: z.array(
      z.object({
        integration_type: sourceType,
        /** The connection that the settings are of; those of one provider share them, except processors by file. */
        connection_id: z.uuid(),
        /** The processor's name, for people. */
        name: z.string(),
        /** One for each kind of line that the processor can have. */
        accounts: z.array(
          z.object({
            /** Which lines. */
            kind: settingKind,
            /** Their account; null: a deposit with such a line asks. */
            account: ledgerRef.nullable(),
          }),
        ),
      }),
    ),
  }),
});
export type AccountSettings = z.infer<typeof accountSettings.response>;

/** For a payment processor. The choice can be taken back. */
export const saveAccountSetting = defineEndpoint({
  method: "PUT",
  path: "/settings/accounts/",
  work: "ledger",
  summary: "Choose the account of a kind of line",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused", "unusable_input"],
  callsProvider: true,
  body: z.object({
    integration_type: sourceType,
    /** Of a processor whose payouts come from files: which one. */
    connection_id: z.uuid().optional(),
    /** Which lines. */
    kind: settingKind,
    /** The ledger's id of the account; null takes the choice back. */
    account_id: accountId.nullable(),
  }),
  response: messageResponse,
});

/** The line has no payment in the books, and is booked to this account. */
export const bookLine = defineEndpoint({
  method: "POST",
  path: "/qb/book-line/",
  work: "match",
  summary: "Choose the account of a line",
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
  problems: [
    "already_matched",
    "already_posted",
    "not_connected",
    "not_found",
    "paused",
    "payout_failed",
    "posting_in_progress",
    "too_many_open",
    "unusable_input",
  ],
  callsProvider: true,
  body: z.object({
    deposit_id: rowId,
    line_id: rowId,
    /** What it is booked as. */
    kind: z.enum(BOOKABLE_KINDS),
    account_id: accountId,
    /** The customer that this line is booked for; null takes a choice back. */
    customer: namedRef.nullable().optional(),
    /** The part of the business that this line is booked for; null takes a choice back. */
    class: namedRef.nullable().optional(),
    /** What a charge's line says in the books; by default the charge's description. */
    memo: text(MEMO_LENGTH).optional(),
    /** Whether to use the account for all lines of this kind from this processor, from now on; not charges, which rules decide. */
    always: z.boolean().optional(),
    /** Replaces what was chosen for the charge, which stays until this is stored. */
    replace: z.literal(true).optional(),
  }),
  response: messageResponse.extend({ status: depositStatus }),
});
