import { CUSTOMER_NAME_LENGTH } from "@/lib/constants/planned-payments";
import {
  accountId,
  currency,
  currencyCode,
  ledgerRef,
  listQuery,
  messageResponse,
  text,
} from "@/lib/contracts/common";
import { defineEndpoint } from "@/lib/contracts/endpoint";
import { sourceType } from "@/lib/contracts/source-type";
import * as z from "@/lib/zod";

const chosenId = accountId.nullable();

/** A list that the company doesn't use is empty. */
export const lineLists = defineEndpoint({
  method: "GET",
  path: "/qb/line-lists/",
  work: "ledger",
  summary: "List what lines can carry in the books",
  access: "session",
  role: "bookkeeper",
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused"],
  callsProvider: true,
  query: listQuery,
  response: z.object({
    /** Tax codes that lines can carry; empty in the United States, where only sales have them. */
    tax_codes: z.array(ledgerRef),
    classes: z.array(ledgerRef),
    /** Locations (departments) in the books. */
    locations: z.array(ledgerRef),
    /** Payment methods in the books. */
    payment_methods: z.array(ledgerRef),
  }),
});
export type LineLists = z.infer<typeof lineLists.response>;

/** Lines without a payment, by connected payment processor. */
export const lineSettings = defineEndpoint({
  method: "GET",
  path: "/settings/lines/",
  summary: "Get what fees and other lines carry",
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
        /** The tax code of fees; null: no tax applies. */
        tax_code: ledgerRef.nullable(),
        class: ledgerRef.nullable(),
        /** The location of the whole deposit; null for none. */
        location: ledgerRef.nullable(),
        customer: ledgerRef.nullable(),
        /** The payment method of the lines; null for none. */
        payment_method: ledgerRef.nullable(),
      }),
    ),
  }),
});
export type LineSettings = z.infer<typeof lineSettings.response>;

/** For a payment processor, unless a line says otherwise. */
export const saveLineSettings = defineEndpoint({
  method: "PUT",
  path: "/settings/lines/",
  work: "ledger",
  summary: "Choose what fees and other lines carry",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused", "unusable_input"],
  callsProvider: true,
  body: z.object({
    integration_type: sourceType,
    /** Of a processor whose payouts come from files: which one. */
    connection_id: z.uuid().optional(),
    tax_code_id: chosenId,
    class_id: chosenId,
    /** The ledger's id of a location; null for none. */
    location_id: chosenId,
    customer: z.object({ Id: accountId, Name: text(CUSTOMER_NAME_LENGTH) }).nullable(),
    /** The ledger's id of a payment method; null for none. */
    payment_method_id: chosenId,
  }),
  response: messageResponse,
});

/** By payment processor and currency. */
export const bankSettings = defineEndpoint({
  method: "GET",
  path: "/settings/banks/",
  work: "ledger",
  summary: "Get the bank accounts that payouts reach",
  access: "session",
  role: "viewer",
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused"],
  callsProvider: true,
  query: listQuery,
  response: z.object({
    /** One for each processor and currency that has payouts. */
    banks: z.array(
      z.object({
        integration_type: sourceType,
        /** The processor's name, for people. */
        name: z.string(),
        currency,
        /** The account that is chosen for these payouts alone; null for none. */
        account: ledgerRef.nullable(),
        /** The account without that choice: the company's, where that is kept in this currency. Null: nothing is posted. */
        otherwise: ledgerRef.nullable(),
      }),
    ),
    /** The bank accounts of the books; empty while they aren't connected. */
    accounts: z.array(ledgerRef.extend({ currency })),
    home_currency: currency,
  }),
});
export type BankSettings = z.infer<typeof bankSettings.response>;

/** For a payment processor's payouts in a currency. */
export const saveBankSetting = defineEndpoint({
  method: "PUT",
  path: "/settings/banks/",
  work: "ledger",
  summary: "Choose the bank account that payouts reach",
  access: "session",
  role: "admin",
  apiTokens: true,
  problems: ["not_connected", "not_found", "paused", "unusable_input"],
  callsProvider: true,
  body: z.object({
    integration_type: sourceType,
    /** The payouts' currency, an ISO 4217 code. */
    currency: currencyCode,
    /** The ledger's id of the bank account; null: the company's account again. */
    account_id: chosenId,
  }),
  response: messageResponse,
});
