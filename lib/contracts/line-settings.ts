import { CUSTOMER_NAME_LENGTH } from "@/lib/constants/planned-payments";
import { accountId, currencyCode, listQuery, messageResponse, text } from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { sourceType } from "@/lib/contracts/source-type";
import * as z from "@/lib/zod";

const named = z.object({ Id: z.string(), Name: z.string() });
const chosenId = accountId.nullable();

export const lineLists = defineEndpoint({
  method: "GET",
  path: "/qb/line-lists/",
  work: "ledger",
  summary:
    "What lines of a deposit can carry in QuickBooks; a list that the company doesn't use is empty",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  conflicts: ["not_connected"],
  query: listQuery,
  response: z.object({
    /** Empty in the United States, where only sales have tax codes. */
    tax_codes: z.array(named),
    classes: z.array(named),
    locations: z.array(named),
    payment_methods: z.array(named),
  }),
});
export type LineLists = z.infer<typeof lineLists.response>;

export const lineSettings = defineEndpoint({
  method: "GET",
  path: "/settings/lines/",
  summary: "What fees and other lines without a payment carry, by connected payment processor",
  access: "session",
  role: "viewer",
  apiTokens: true,
  response: z.object({
    sources: z.array(
      z.object({
        integration_type: sourceType,
        name: z.string(),
        /** Null: no tax applies. */
        tax_code: named.nullable(),
        class: named.nullable(),
        /** Of the whole deposit. */
        location: named.nullable(),
        customer: named.nullable(),
        payment_method: named.nullable(),
      }),
    ),
  }),
});
export type LineSettings = z.infer<typeof lineSettings.response>;

export const saveLineSettings = defineEndpoint({
  method: "PUT",
  path: "/settings/lines/",
  work: "ledger",
  summary:
    "Choose what fees and other lines of a payment processor carry, unless a line says otherwise",
  access: "session",
  role: "admin",
  apiTokens: true,
  conflicts: ["not_connected"],
  body: z.object({
    integration_type: sourceType,
    tax_code_id: chosenId,
    class_id: chosenId,
    location_id: chosenId,
    customer: z.object({ Id: accountId, Name: text(CUSTOMER_NAME_LENGTH) }).nullable(),
    payment_method_id: chosenId,
  }),
  response: messageResponse,
});

export const bankSettings = defineEndpoint({
  method: "GET",
  path: "/settings/banks/",
  work: "ledger",
  summary: "The bank accounts that payouts reach, by payment processor and currency",
  access: "session",
  role: "viewer",
  apiTokens: true,
  conflicts: ["not_connected"],
  query: listQuery,
  response: z.object({
    banks: z.array(
      z.object({
        integration_type: sourceType,
        name: z.string(),
        currency: z.string(),
        /** Chosen for these payouts alone. */
        account: named.nullable(),
        /** Without it: the company's account, where that is kept in this currency. Null: nothing is posted. */
        otherwise: named.nullable(),
      }),
    ),
    /** The bank accounts of the books; empty while they aren't connected. */
    accounts: z.array(named.extend({ currency: z.string() })),
    home_currency: z.string(),
  }),
});
export type BankSettings = z.infer<typeof bankSettings.response>;

export const saveBankSetting = defineEndpoint({
  method: "PUT",
  path: "/settings/banks/",
  work: "ledger",
  summary: "Choose the bank account for a payment processor's payouts in a currency",
  access: "session",
  role: "admin",
  apiTokens: true,
  conflicts: ["not_connected"],
  body: z.object({
    integration_type: sourceType,
    currency: currencyCode,
    /** Null: the company's account again. */
    account_id: chosenId,
  }),
  response: messageResponse,
});
